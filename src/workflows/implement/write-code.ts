/** Code, file by file in the order of 2.1; and again after a review that asks for more. */
import { untrustedLine } from '../document/untrusted.ts'
import { findingsBlock, isByPerson, type TrackedFinding } from '../review/findings.ts'
import { type Build, codePhase, resetTo } from './build.ts'
import { retryWithReasons } from './edits/propose.ts'
import { isTestPath } from './edits/scope.ts'
import { filesShown, findingsShown, pathsShown } from './prompt-words.ts'

const MOST_DESCRIPTION = 500

export async function writeCode(
  first: Build,
  words: Readonly<Record<string, string>>,
): Promise<Build> {
  const { design, settings, proof } = first
  // Tests have been written, and where behaviour stays they stay too; files to delete are deleted now.
  const isWritten = (path: string) =>
    isTestPath(path, settings.testPaths) && (design.proof !== 'red-green' || path in proof.tests)
  const files = design.files.filter(({ path, change }) => change === 'Delete' || !isWritten(path))
  let build = first
  let round = 0
  for (const [index, { path, change, description }] of files.entries()) {
    if (change === 'Delete') {
      build = await removeFile(build, path)
      continue
    }
    const written = await retryWithReasons(build, (before, reasons) => ({
      task: 'code',
      round: ++round,
      phase: codePhase(before),
      words: async () => ({
        ...words,
        file: path,
        description: untrustedLine('description', description, MOST_DESCRIPTION),
        index: String(index + 1),
        count: String(files.length),
        findings: findingsShown(reasons),
        paths: pathsShown(before, codePhase(before)),
        files: await filesShown(before),
      }),
    }))
    build = written.build
  }
  return build
}

/** What the design wants deleted needs no model. */
async function removeFile(build: Build, path: string): Promise<Build> {
  const { run, worktree, item } = build
  const commit = await run.step('delete', async () => {
    await resetTo(build, build.commit)
    if (worktree.pathTrouble(path) === undefined) await worktree.remove(path)
    return worktree.commit(`delete: ${path} (#${item.id})`, [path])
  })
  return { ...build, commit }
}

/** Settles open findings of a review, or declines them; not those of a person. */
export async function reviseCode(build: Build, open: readonly TrackedFinding[], round: number) {
  const declinable = open.filter((finding) => !isByPerson(finding)).map(({ id }) => id)
  const revised = await retryWithReasons(build, (before, reasons) => ({
    task: 'revise',
    round,
    phase: codePhase(before),
    declinable,
    words: async () => ({
      findings: [findingsBlock(open), findingsShown(reasons)]
        .filter((text) => text !== '')
        .join('\n\n'),
      paths: pathsShown(before, codePhase(before)),
      files: await filesShown(before),
    }),
  }))
  const declined = revised.declined.filter(({ id }) => declinable.includes(id))
  return { build: revised.build, declined }
}
