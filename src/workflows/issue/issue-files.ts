/** What there is in `issues/`, and which of it came from a brief. */
import { readFrontMatter } from '../../authoring/front-matter.ts'
import type { Repository } from '../../authoring/repository.ts'
import { isApart, type Writer, writerOf } from '../document/apart.ts'
import { lineageOf } from '../document/lineage.ts'
import { type Binding, judgeDocument } from '../review/evidence.ts'

const FOLDER = 'issues'
const NAME = /^(\d+)(?:-.*)?\.md$/

export interface IssueFile {
  readonly path: string
  readonly number: number
  readonly data: Readonly<Record<string, unknown>>
  readonly body: string
}

/** All issues; with `about`, those only whose text has these words. */
export async function readIssueFiles(repo: Repository, about = ''): Promise<IssueFile[]> {
  const files = await Promise.all(
    (await issueNames(repo)).map(async ({ path, number }) => {
      const text = (await repo.read(path)) ?? ''
      return text.includes(about) ? [{ path, number, ...readFrontMatter(text) }] : []
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
  return { ...found, ...readFrontMatter((await repo.read(found.path)) ?? '') }
}

/** Numbers that some file has, whosever it is. */
export async function issueNumbers(repo: Repository): Promise<number[]> {
  return (await issueNames(repo)).map(({ number }) => number)
}

export function issuePath(number: number, slug: string): string {
  return `${FOLDER}/${number}${slug === '' ? '' : `-${slug}`}.md`
}

export type FoundIssue =
  | { readonly state: 'none' }
  | { readonly state: 'draft'; readonly file: IssueFile; readonly why: string }
  /** Apart: by the mock provider, of a real run; out of date but by real models, of a mock run. */
  | { readonly state: 'approved' | 'apart'; readonly file: IssueFile; readonly writer: Writer }

/**
 * The issue that a brief has become, judged by its own evidence. An issue lives on: one that was
 * edited after its approval is still what became of the brief.
 */
export async function findIssue(options: {
  readonly repo: Repository
  readonly files: readonly IssueFile[]
  readonly id: string
  readonly binding: Binding
}): Promise<FoundIssue> {
  const { repo, files, id, binding } = options
  const lineage = lineageOf(id, 'issue')
  const expected = { repo, binding, kind: 'issue', lineage, input: 'brief' } as const
  const others: Exclude<FoundIssue, { state: 'none' }>[] = []
  // One that got another number, as on GitHub, may have left its older file.
  for (const file of files.filter(({ data }) => data.brief === binding.brief)) {
    const judged = await judgeDocument(file.data, expected)
    const writer = await writerOf(file.data, repo)
    if (typeof judged !== 'string' && writer !== undefined)
      return { state: 'approved', file, writer }
    if (writer !== undefined && isApart(writer, binding.provider === 'mock'))
      others.push({ state: 'apart', file, writer })
    else others.push({ state: 'draft', file, why: String(judged) })
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
