/**
 * What an earlier try of the same design has left, from its lineage and its branch. Work that was approved but could not be
 * published is a proposal on the new base, as far as git can merge it. Everything is proven and reviewed again.
 */
import { readFrontMatter } from '../../authoring/front-matter.ts'
import { inputHash } from '../../model/item.ts'
import { lastTry, lineageOf } from '../document/lineage.ts'
import { readCarried, readSettled } from '../review/dispositions.ts'
import { parseReview } from '../review/parse/parse-review.ts'
import { type Build, resetTo } from './build.ts'
import { isLockfile } from './diff/lockfile.ts'
import { maskedDiff } from './diff/masked-diff.ts'
import type { Change } from './edits/changes.ts'
import { writerIn } from './edits/proposal-document.ts'
import { findBuilt } from './evidence.ts'
import type { EarlierWork, Memory } from './memory.ts'

/** With what an earlier try has left, if its branch is there. */
export async function remember(
  build: Build,
  { tip, first }: { readonly tip: string | null; readonly first: number },
): Promise<Build> {
  if (tip === null || tip === build.base) return build
  const memory = await build.run.step('recall', () => recall(build, { tip, first }))
  return { ...build, memory }
}

/**
 * `tip` is the last commit of the branch as it was; `first` numbers the first document of this try. Null if there is
 * nothing, or if the branch is not what was approved: published, or changed by somebody.
 */
async function recall(
  build: Build,
  { tip, first }: { readonly tip: string; readonly first: number },
): Promise<Memory | null> {
  const { run, item, worktree } = build
  const folder = lineageOf(run.repo, item.id, 'implement')
  const names = (await run.repo.list(folder)).filter((name) => Number.parseInt(name, 10) < first)
  const documents = lastTry(names, 'verdict') // one that ended before its review has nothing to say
  const read = async (pattern: RegExp) => {
    const name = documents.findLast((document) => pattern.test(document))
    return name === undefined ? undefined : run.repo.read(`${folder}/${name}`)
  }
  const verdict = readFrontMatter((await read(/-verdict\.md$/)) ?? '')
  const { data } = verdict
  const provider = run.mock ? 'mock' : 'models'
  const isOfThis = data.issue === item.id && data.provider === provider
  if (!isOfThis || data.inputHash !== inputHash(item.title, item.body)) return null
  const settled = readSettled(data.settled) ?? []
  const open = readCarried(data.carried ?? data.open) ?? []
  const review = parseReview(verdict.body)
  if (!review.ok || review.verdict !== 'APPROVED') return { settled, open, work: null }
  const drafter = writerIn((await read(/-(tests|code|fix|revise)\.md$/)) ?? '')
  const isSame = (await worktree.treeOf(tip)) === data.contentHash
  if (drafter === undefined || !isSame || (await isPublished(build, tip))) return null
  return { settled, open, work: { drafter, ...(await reapply(build, tip)) } }
}

/** Its report may be kept beside the branch instead of on it. */
async function isPublished({ run, item, worktree }: Build, tip: string): Promise<boolean> {
  const wanted = { issue: item.id, inputHash: inputHash(item.title, item.body), mock: run.mock }
  const own = [{ name: worktree.branch, commit: tip }]
  return (await findBuilt(run.repo, wanted, own)) !== undefined
}

async function reapply(build: Build, tip: string): Promise<Omit<EarlierWork, 'drafter'>> {
  const { worktree, base } = build
  await resetTo(build, base)
  const { conflicts, tree, since } = await worktree.mergeWith(tip)
  // What a lockfile pins is made again by the set-up.
  const changed = async (from: string, to: string) =>
    (await worktree.changesBetween(from, to)).filter(({ path }) => !isLockfile(path))
  const paths = (await changed(since, tip)).map(({ path }) => path)
  const diff = paths.length === 0 ? '' : maskedDiff(await worktree.diff(since, tip, paths)).text
  const fitting = (await changed(base, tree)).filter(({ path }) => !conflicts.includes(path))
  const changes = await Promise.all(
    fitting.map(async ({ path, change }): Promise<Change> => {
      const text = change === 'deleted' ? undefined : await worktree.readAt(tree, path)
      return text === undefined
        ? { path, action: 'delete', content: '', edits: [] }
        : { path, action: 'write', content: text, edits: [] }
    }),
  )
  return { diff, conflicts, changes }
}
