/**
 * What says that a design has been built: the report on the item's branch, with the tree that was
 * reviewed in front and the verdict for exactly that tree at its end. A clone that has the branch, or the merged
 * report, needs no ledger to know. Where reports are not committed, the report is in the lineage and names the commit.
 */
import { posix } from 'node:path'
import { readFrontMatter } from '../../authoring/front-matter.ts'
import type { Branch, Repository } from '../../authoring/repository.ts'
import { FOLDERS } from '../../model/folders.ts'
import { slugOf } from '../../model/text/slug.ts'
import type { Writer } from '../document/apart.ts'
import { lineageOf } from '../document/lineage.ts'
import { evidenceProblem, type ReviewedBinding } from '../review/evidence.ts'
import { signaturePath } from '../review/signatures.ts'
import { reportPath } from './edits/scope.ts'

export const BRANCHES = 'agentos/'
/** Of a tree or a commit. */
const HASH = /^[0-9a-f]{40,64}$/
const KEPT = /^\d+-implementation-report\.md$/

/** The hash of title and design, and the git tree that was reviewed. */
type BuiltBinding = ReviewedBinding & { readonly issue: string; readonly commit?: string }

interface Built {
  /** With its last commit; left out if only the merged report is there. */
  readonly branch?: Branch
  readonly writer: Writer
  /** The git tree that was reviewed. */
  readonly contentHash: string
}

export interface Wanted {
  readonly issue: string
  /** Left out, any input will do: the question is what is on the branch. */
  readonly inputHash?: string
  readonly mock: boolean
}

export function branchOf(issue: string, title: string): string {
  const slug = slugOf(title, 50)
  return `${BRANCHES}${issue}${slug === '' ? '' : `-${slug}`}`
}

/** Where an item has been built, if it has. `branches` are those that begin with `agentos/`. */
export async function findBuilt(
  repo: Repository,
  wanted: Wanted,
  branches: readonly Branch[],
): Promise<Built | undefined> {
  const own = branches.filter(
    ({ name }) =>
      name === `${BRANCHES}${wanted.issue}` || name.startsWith(`${BRANCHES}${wanted.issue}-`),
  )
  for (const path of reportsOf(repo, wanted.issue)) {
    for (const branch of own) {
      const { commit } = branch
      const read = (file: string) => repo.readAt(commit, file)
      const binding = await judged(repo, { path, read }, wanted)
      if (binding === undefined) continue
      const approval = await repo.lastChange(commit, path)
      const others = approval && (await unreviewed(repo, binding, approval))
      if (others?.length === 0) return { branch, ...builtBy(binding) }
    }
    const merged = await judged(repo, { path, read: (file) => repo.read(file) }, wanted)
    if (merged) return builtBy(merged)
  }
  return findKept(repo, wanted, own)
}

/** Where its report may be: in the folder of the config, or where it is without one; branches outlive settings. */
function reportsOf({ folders }: Pick<Repository, 'folders'>, issue: string): string[] {
  const places = new Set([folders.reports, FOLDERS.reports])
  return [...places].map((folder) => reportPath(folder, issue, 'implementation-report'))
}

/** By the lineage alone: a branch, or what is checked out, has the very commit that was reviewed. */
async function findKept(
  repo: Repository,
  wanted: Wanted,
  own: readonly Branch[],
): Promise<Built | undefined> {
  const folder = lineageOf(repo, wanted.issue, 'implement')
  const name = (await repo.list(folder)).findLast((file) => KEPT.test(file))
  if (name === undefined) return undefined
  const path = `${folder}/${name}`
  const binding = await judged(repo, { path, read: (file) => repo.read(file) }, wanted)
  const { commit } = binding ?? {}
  if (binding === undefined || typeof commit !== 'string' || !HASH.test(commit)) return undefined
  if ((await unreviewed(repo, binding, commit)).length > 0) return undefined
  for (const branch of own)
    if (await repo.isAncestor(commit, branch.commit)) return { branch, ...builtBy(binding) }
  const head = await repo.commitOf('HEAD')
  return head !== undefined && (await repo.isAncestor(commit, head)) ? builtBy(binding) : undefined
}

function builtBy({ provider, contentHash }: BuiltBinding): Omit<Built, 'branch'> {
  return { writer: provider, contentHash }
}

/** Branches of issues that are built, but not part of the base yet. */
export async function unmerged(
  repo: Repository,
  options: {
    readonly issues: Iterable<string>
    readonly mock: boolean
    readonly branches: readonly Branch[]
    readonly base: string | undefined
  },
): Promise<Branch[]> {
  const { issues, mock, branches, base } = options
  const found: Branch[] = []
  for (const issue of issues) {
    const built = await findBuilt(repo, { issue, mock }, branches)
    if (built?.branch === undefined) continue
    const { branch, contentHash } = built
    const isPart =
      base !== undefined &&
      ((await repo.isAncestor(branch.commit, base)) ||
        (await hasReport(repo, { issue, mock, contentHash }, base)))
    if (!isPart) found.push(branch)
  }
  return found
}

/** Whether a commit has the report on this very tree, as after a squashed merge, which leaves no other trace of the branch. */
async function hasReport(
  repo: Repository,
  { contentHash, ...wanted }: Wanted & { readonly contentHash: string },
  commit: string,
): Promise<boolean> {
  const read = (file: string) => repo.readAt(commit, file)
  const reports = reportsOf(repo, wanted.issue).map((path) => judged(repo, { path, read }, wanted))
  return (await Promise.all(reports)).some((report) => report?.contentHash === contentHash)
}

/**
 * Files of a commit that are neither as they were reviewed nor reports. Asked of the commit that brings the
 * approval, this is what nobody has approved; commits that people add later are theirs.
 */
export async function unreviewed(
  repo: Repository,
  { issue, contentHash }: Pick<BuiltBinding, 'issue' | 'contentHash'>,
  commit: string,
): Promise<string[]> {
  const changed = await repo.differing(contentHash, commit)
  if (changed === undefined) return [`all of it, for there is no tree ${contentHash}`]
  const reports = new Set(
    reportsOf(repo, issue).flatMap((report) => [
      report,
      signaturePath(report),
      reportPath(posix.dirname(report), issue, 'test-report'),
      reportPath(posix.dirname(report), issue, 'review'),
    ]),
  )
  return changed.filter((path) => !reports.has(path))
}

/** What a report says it is for, if the verdict in it is an approval. */
async function judged(
  { signing }: Repository,
  { path, read }: { path: string; read: (path: string) => Promise<string | undefined> },
  { issue, inputHash, mock }: Wanted,
): Promise<BuiltBinding | undefined> {
  const report = await read(path)
  if (report === undefined) return undefined
  const { data } = readFrontMatter(report)
  if (typeof data.contentHash !== 'string' || !HASH.test(data.contentHash)) return undefined
  const provider = mock ? 'mock' : 'models'
  const problem = await evidenceProblem(data, {
    kind: 'code',
    binding: { issue, provider, ...(inputHash === undefined ? {} : { inputHash }) },
    input: 'design',
    // It may have been moved since, to another folder of the config.
    isVerdictPath: (verdict) => posix.basename(verdict) === posix.basename(path),
    signing,
    read: (file) => read(`${posix.dirname(path)}/${posix.basename(file)}`),
  })
  return problem === undefined ? (data as unknown as BuiltBinding) : undefined
}
