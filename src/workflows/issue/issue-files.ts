/** What there is in `issues/`, and which of it came from a brief. */
import { readFrontMatter } from '../../authoring/front-matter.ts'
import type { Repository } from '../../authoring/workflow.ts'
import { type Binding, judgeEvidence } from '../document/evidence.ts'
import { lineageOf } from '../document/lineage.ts'

const FOLDER = 'issues'
const NAME = /^(\d+)(?:-.*)?\.md$/

export interface IssueFile {
  readonly path: string
  readonly number: number
  readonly data: Readonly<Record<string, unknown>>
  readonly body: string
}

export async function readIssueFiles(repo: Repository): Promise<IssueFile[]> {
  const names = (await repo.list(FOLDER)).filter((name) => NAME.test(name))
  return Promise.all(
    names.map(async (name) => {
      const path = `${FOLDER}/${name}`
      const { data, body } = readFrontMatter((await repo.read(path)) ?? '')
      return { path, number: Number(NAME.exec(name)?.[1]), data, body }
    }),
  )
}

export function issuePath(number: number, slug: string): string {
  return `${FOLDER}/${number}${slug === '' ? '' : `-${slug}`}.md`
}

export type FoundIssue =
  | { readonly state: 'none' }
  | { readonly state: 'approved' | 'draft'; readonly file: IssueFile; readonly why: string }

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
  const file = files.find(({ data }) => data.brief === binding.brief)
  if (file === undefined) return { state: 'none' }
  const lineage = lineageOf(id, 'issue')
  const expected = { repo, binding, kind: 'issue', lineage, input: 'brief' } as const
  const judged = await judgeEvidence(file.data, expected)
  if (typeof judged === 'string') return { state: 'draft', file, why: judged }
  return { state: 'approved', file, why: '' }
}

/** Numbers that belong to something else than this brief. */
export function foreignNumbers(files: readonly IssueFile[], brief: string): number[] {
  return files.filter(({ data }) => data.brief !== brief).map(({ number }) => number)
}
