/** What there is in `issues/`, and which of it came from a brief. */
import { readFrontMatter } from '../../authoring/front-matter.ts'
import type { Repository } from '../../authoring/repository.ts'
import { type DocumentFile, type Found, judgeFile } from '../document/found.ts'
import type { Binding } from '../review/evidence.ts'

const FOLDER = 'issues'
const NAME = /^(\d+)(?:-.*)?\.md$/

export interface IssueFile extends DocumentFile {
  readonly number: number
  readonly data: Readonly<Record<string, unknown>>
}

/** All issues; with `about`, those only whose text has these words. */
export async function readIssueFiles(repo: Repository, about = ''): Promise<IssueFile[]> {
  const files = await Promise.all(
    (await issueNames(repo)).map(async ({ path, number }) => {
      const text = (await repo.read(path)) ?? ''
      return text.includes(about) ? [{ path, number, text, ...readFrontMatter(text) }] : []
    }),
  )
  return files.flat()
}

/** The issue with this number, as far as there is one. */
export async function readIssueFile(
  repo: Repository,
  number: number,
): Promise<IssueFile | undefined> {
  const found = (await issueNames(repo)).find((name) => name.number === number)
  if (found === undefined) return undefined
  const text = (await repo.read(found.path)) ?? ''
  return { ...found, text, ...readFrontMatter(text) }
}

/** Numbers that some file has, whosever it is. */
export async function issueNumbers(repo: Repository): Promise<number[]> {
  return (await issueNames(repo)).map(({ number }) => number)
}

export function issuePath(number: number, slug: string): string {
  return `${FOLDER}/${number}${slug === '' ? '' : `-${slug}`}.md`
}

/** The issue that a brief has become, judged by its own evidence. */
export async function findIssue(options: {
  readonly repo: Repository
  readonly files: readonly IssueFile[]
  readonly id: string
  readonly binding: Binding
}): Promise<Found<IssueFile>> {
  const { repo, files, id, binding } = options
  const others: Exclude<Found<IssueFile>, { state: 'none' }>[] = []
  // One that got another number, as on GitHub, may have left its older file.
  for (const file of files.filter(({ data }) => data.brief === binding.brief)) {
    const { data } = file
    const found = await judgeFile(file, { data, repo, kind: 'issue', item: id, binding })
    if (found.state === 'approved') return found
    others.push(found)
  }
  const isFiled = ({ file }: { readonly file: IssueFile }) => typeof file.data.url === 'string'
  const drafts = others.filter(({ state }) => state === 'draft')
  return drafts.find(isFiled) ?? drafts[0] ?? others[0] ?? { state: 'none' }
}

async function issueNames(repo: Repository): Promise<{ path: string; number: number }[]> {
  return (await repo.list(FOLDER)).flatMap((name) => {
    const number = NAME.exec(name)?.[1]
    return number === undefined ? [] : [{ path: `${FOLDER}/${name}`, number: Number(number) }]
  })
}
