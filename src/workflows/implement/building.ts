/** Code, file by file in the order of 2.1; and again after a review that asks for more. */
import { NeedsRevision } from '../../authoring/outcomes.ts'
import { untrustedLine } from '../document/untrusted.ts'
import { findingLines, isByPerson, openFindings, type TrackedFinding } from '../review/findings.ts'
import { isTestPath } from './edits/scope.ts'
import { filesShown, findingsShown, pathsShown } from './prompt-words.ts'
import type { Workshop } from './workshop.ts'

const TRIES = 3
const MOST_DESCRIPTION = 500

export async function writeCode(
  shop: Workshop,
  words: Readonly<Record<string, string>>,
): Promise<void> {
  const { design, settings } = shop.options
  // Tests have been written, and where behaviour stays they stay too; what is to go goes now.
  const isWritten = (path: string) =>
    isTestPath(path, settings.testPaths) && (design.proof !== 'red-green' || path in shop.proven)
  const files = design.files.filter(({ path, change }) => change === 'Delete' || !isWritten(path))
  let round = 0
  for (const [index, { path, change, description }] of files.entries()) {
    if (change === 'Delete') {
      await removeFile(shop, path)
      continue
    }
    await insist(shop, (findings) => ({
      task: 'code',
      round: ++round,
      phase: shop.codePhase,
      words: async () => ({
        ...words,
        file: path,
        description: untrustedLine('description', description, MOST_DESCRIPTION),
        index: String(index + 1),
        count: String(files.length),
        findings: findingsShown(findings),
        paths: pathsShown(shop, shop.codePhase),
        files: await filesShown(shop),
      }),
    }))
  }
}

/** What the design wants gone needs no model. */
async function removeFile(shop: Workshop, path: string): Promise<void> {
  const { run, worktree, item } = shop.options
  const from = shop.commit
  shop.commit = await run.step('delete', async () => {
    await shop.settle(from)
    if (worktree.pathTrouble(path) === undefined) await worktree.remove(path)
    return worktree.commit(`delete: ${path} (#${item.id})`, [path])
  })
}

/** Settles the findings of a review, or declines them; not those of a person. */
export async function reviseCode(
  shop: Workshop,
  tracked: readonly TrackedFinding[],
  round: number,
) {
  const open = openFindings(tracked)
  const declinable = open.filter((finding) => !isByPerson(finding)).map(({ id }) => id)
  const { declined } = await insist(shop, (refused) => ({
    task: 'revise',
    round,
    phase: shop.codePhase,
    declinable,
    words: async () => ({
      findings: [findingLines(open), findingsShown(refused)]
        .filter((text) => text !== '')
        .join('\n\n'),
      paths: pathsShown(shop, shop.codePhase),
      files: await filesShown(shop),
    }),
  }))
  return { declined: declined.filter(({ id }) => declinable.includes(id)) }
}

type Asked = Parameters<Workshop['propose']>[0]

/** What is refused is asked for again with the reasons, so often and no more. */
async function insist(shop: Workshop, asked: (findings: readonly string[]) => Asked) {
  let findings: readonly string[] = []
  for (let tries = 1; tries <= TRIES; tries++) {
    const proposed = await shop.propose(asked(findings))
    findings = proposed.problems
    if (findings.length === 0) return proposed
    shop.options.run.log(`refused: ${findings.slice(0, 3).join('; ')}`)
  }
  throw new NeedsRevision('checks-failed', TRIES - 1, findings)
}
