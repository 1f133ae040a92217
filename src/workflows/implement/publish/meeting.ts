/** Where an item's branch meets others: the base, and every branch that is built and not merged yet. */
import { Conflict } from '../../../authoring/outcomes.ts'
import type { Branch, Repository } from '../../../authoring/repository.ts'
import type { WorkItem } from '../../../authoring/workflow.ts'
import { type Build, resetTo, setUp } from '../build.ts'
import { readDesign, touchedFiles } from '../design.ts'
import { BRANCHES, unmerged } from '../evidence.ts'
import { NOTHING_WANTED, passedWords, passTroubles, wantedOwn } from '../proof/passing.ts'
import { clearStray, MANIFEST, projectCommand, tryTests } from '../proof/trying.ts'
import type { ImplementSettings } from '../settings.ts'

/** A branch, or the base, with append-only files that it and the item have both changed. */
export interface Meeting {
  readonly name: string
  readonly commit: string
  readonly united: readonly string[]
}

/** Those that share append-only files with the branch. One that cannot be merged with it is a conflict. */
export async function meetings(build: Build): Promise<Meeting[]> {
  const found: Meeting[] = []
  for (const { name, commit } of await targetsOf(build)) {
    const { conflicts, united } = await build.worktree.mergeWith(commit)
    if (conflicts.length > 0) throw new Conflict(name, conflicts)
    if (united.length > 0) found.push({ name, commit, united })
  }
  return found
}

async function targetsOf({ run, item, settings }: Build): Promise<Branch[]> {
  const { repo, mock } = run
  const { base } = settings
  const target = await repo.commitOf(base ?? 'HEAD')
  const branches = await repo.branches(BRANCHES)
  const issues = new Set(branches.map(({ name }) => issueOf(name)))
  issues.delete(item.id)
  return [
    ...(target === undefined ? [] : [{ name: base ?? 'what is checked out', commit: target }]),
    ...(await unmerged(repo, { issues, mock, branches, base: target })),
  ]
}

function issueOf(branch: string): string {
  return branch.slice(BRANCHES.length).replace(/-.*$/, '')
}

/**
 * Git has put the lines of both sides one after the other; whether that is right, tests and checks say, on all that can be
 * merged at once. Returns the commits that were.
 */
export async function testMerged(
  build: Build,
  met: readonly Meeting[],
): Promise<readonly string[]> {
  const { run, worktree } = build
  return run.step('merge', async () => {
    await resetTo(build, build.commit)
    const { troubles, left, words, merged } = await worktree.whileMerged(
      met.map(({ commit }) => commit),
      async (commits) => ({ ...(await tryMerged(build)), merged: commits }),
    )
    await clearStray(build, left)
    const within = met.filter(({ commit }) => merged.includes(commit))
    const names = within.map(({ name }) => name).join(' and ')
    const files = [...new Set(within.flatMap(({ united }) => united))]
    const how = `merged with ${names}, ${files.join(', ')} by union`
    run.log(`${how}: ${[...words, ...troubles].join('; ')}`)
    if (troubles.length > 0) throw new Conflict(names, files, troubles)
    return merged
  })
}

async function tryMerged(build: Build) {
  const { worktree, tools, proof, design } = build
  const changed = await worktree.changesSince(build.commit)
  if (changed.some(({ path }) => MANIFEST.test(path))) await setUp(build)
  const troubles: string[] = []
  const words: string[] = []
  const left: string[] = []
  if (tools !== undefined && design.proof !== 'none') {
    const { written, excused } = wantedOwn(proof.tests, proof.excused)
    // Others may have taken tests away; those of this item, and all that are there, must pass.
    const wanted = { ...NOTHING_WANTED, written, excused }
    const trySuite = async () => {
      const suite = await tryTests(build, tools.all)
      left.push(...(suite.left ?? []))
      return { suite, failing: passTroubles(suite, tools.framework, wanted) }
    }
    const first = await trySuite()
    // Once more, for tests may fail at random.
    const { suite, failing } = first.failing.length === 0 ? first : await trySuite()
    troubles.push(...failing)
    if (failing.length === 0) words.push(passedWords(suite))
  }
  for (const command of proof.checks.required) {
    const { exitCode, timedOut } = await projectCommand(build, command)
    if (exitCode === 0 && !timedOut) words.push(`${command} passes`)
    else troubles.push(`\`${command}\` fails`)
  }
  return { troubles, left, words }
}

/**
 * For files to which several items of the plan add lines. Our own merges keep the lines of both sides; the user's do if the
 * repository says so, and that is theirs to write.
 */
export async function appendOnlyNotes(
  repo: Repository,
  options: {
    readonly settings: Pick<ImplementSettings, 'appendOnly'>
    readonly items: readonly Pick<WorkItem, 'body'>[]
  },
): Promise<string[]> {
  const { settings, items } = options
  const seen = new Set<string>()
  const shared = new Set<string>()
  for (const path of items.flatMap(({ body = '' }) => appendedBy(body, settings))) {
    if (seen.has(path)) shared.add(path)
    seen.add(path)
  }
  const hasUnion = /\smerge=union\b/.test((await repo.read('.gitattributes')) ?? '')
  if (shared.size === 0 || hasUnion) return []
  const found = [...shared]
  return [
    `Append-only, so that no item waits for it: ${found.slice(0, 3).join(', ')}; git merge keeps the lines of both sides with "${found[0]} merge=union" in .gitattributes`,
  ]
}

function appendedBy(body: string, { appendOnly }: Pick<ImplementSettings, 'appendOnly'>): string[] {
  const design = readDesign(body)
  const waitedFor = new Set(touchedFiles(design, appendOnly))
  return touchedFiles(design).filter((path) => !waitedFor.has(path))
}
