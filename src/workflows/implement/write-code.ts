/** Code: all files of 2.1 at once, or in parts where one answer has no room for them; and again after a review. */
import { findingsBlock, isByPerson, saidOf, type TrackedFinding } from '../review/findings.ts'
import { type Build, codePhase, resetTo } from './build.ts'
import { commitWork } from './commits/commit-work.ts'
import type { Design } from './design.ts'
import { propose, retryWithReasons } from './edits/propose.ts'
import { isTestPath } from './edits/scope.ts'
import { pathsShown } from './prompt-words.ts'
import { proveLate } from './proof/late-tests.ts'

/** Answers, if none has room for all files. */
const MOST_PARTS = 8

export async function writeCode(first: Build): Promise<Build> {
  const { design, settings, proof } = first
  // Tests have been written, and where behaviour stays they stay too.
  const isWritten = (path: string) =>
    isTestPath(path, settings.testPaths) && (design.proof !== 'red-green' || path in proof.tests)
  const isDeleted = ({ change }: Design['files'][number]) => change === 'Delete'
  const files = design.files.filter((file) => !isDeleted(file) && !isWritten(file.path))
  const recalled = files.length === 0 ? undefined : await recallCode(first)
  let build = recalled ?? first
  let left = recalled === undefined ? files : []
  let round = 0
  for (let part = 1; left.length > 0 && part <= MOST_PARTS; part++) {
    const wanted = left
    const proposed = await retryWithReasons(build, (before) => ({
      task: 'code',
      round: ++round,
      phase: codePhase(before),
      mayBeEmpty: wanted.length < files.length, // what was left for later may turn out to need nothing
      words: async () => ({
        files: wanted.map(({ path, change }) => `\`${path}\` (${change})`).join(', '),
        paths: pathsShown(before, codePhase(before)),
      }),
    }))
    build = proposed.build
    const { later } = proposed
    left = wanted.filter(({ path }) => later.includes(path) && !build.written.has(path))
  }
  for (const { path } of design.files.filter(isDeleted)) build = await removeFile(build, path)
  return build
}

/** What was approved before, as it fits the new base; undefined if it does not, or must not be written. */
async function recallCode(build: Build): Promise<Build | undefined> {
  const { memory, settings, proof, design, run } = build
  const isProven = (path: string) => path in proof.tests || isTestPath(path, settings.testPaths)
  const deleted = design.files.filter(({ change }) => change === 'Delete').map(({ path }) => path)
  const changes = (memory?.work?.changes ?? []).filter(
    ({ path }) => !(design.proof === 'red-green' && isProven(path)) && !deleted.includes(path),
  )
  if (memory?.work == null || changes.length + memory.work.conflicts.length === 0) return undefined
  if (memory.work.conflicts.length > 0) {
    run.log(`code that was approved before does not fit ${memory.work.conflicts.join(', ')}`)
    return undefined
  }
  const proposed = await propose(build, {
    task: 'code',
    round: 1,
    phase: codePhase(build),
    recalled: { changes, by: memory.work.drafter },
    words: async () => ({}),
  })
  if (proposed.problems.length === 0) {
    run.log('the code that was approved before is applied to the new base')
    return proposed.build
  }
  run.log(`the code that was approved before is not taken: ${proposed.problems.join('; ')}`)
  return undefined
}

/** What the design wants deleted needs no model. */
async function removeFile(build: Build, path: string): Promise<Build> {
  const { run, worktree } = build
  const commit = await run.step('delete', async () => {
    await resetTo(build, build.commit)
    if (worktree.pathTrouble(path) === undefined) await worktree.remove(path)
    return commitWork(build, { kind: 'delete', path, paths: [path] })
  })
  return { ...build, commit }
}

/** Settles open findings of a review, or declines them; not those of a person. */
export async function reviseCode(build: Build, open: readonly TrackedFinding[], round: number) {
  const declinable = open.filter((finding) => !isByPerson(finding)).map(({ id }) => id)
  const findings = findingsBlock(open)
  const revised = await retryWithReasons(
    build,
    (before) => ({
      task: 'revise',
      round,
      phase: codePhase(before),
      declinable,
      findings: saidOf(open),
      about: findings,
      words: async () => ({ findings, paths: pathsShown(before, codePhase(before)) }),
    }),
    proveLate,
  )
  const declined = revised.declined.filter(({ id }) => declinable.includes(id))
  return { build: revised.build, declined, settled: revised.settled }
}
