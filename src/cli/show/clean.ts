/** `agentos clean`: lists removable files, asks, and removes exactly these. */
import { createInterface } from 'node:readline/promises'
import { findRemovable } from '../../app/clean/find-removable.ts'
import type { Found, Kept, Removable } from '../../app/clean/removable.ts'
import { remove } from '../../app/clean/remove.ts'
import { requireOwnState } from '../../app/own-state.ts'
import { EXIT } from '../../model/outcome.ts'
import { locateRepository } from '../../repository/locate.ts'
import { StateDirectory } from '../../store/state-directory.ts'
import { bytesOfAll, keptWords, removableText } from './removable-text.ts'

export async function clean(options: {
  readonly keep: number
  readonly yes: boolean
  readonly json: boolean
  readonly workingDirectory: string
}): Promise<number> {
  const { keep, yes, json } = options
  const { root, mainRoot } = locateRepository(options.workingDirectory)
  const state = StateDirectory.of(root, process.env.AGENTOS_HOME)
  const shared = StateDirectory.of(mainRoot, process.env.AGENTOS_HOME)
  await requireOwnState(state, shared)
  const shown = await look({ state, shared, keep })
  if (!json) process.stdout.write(removableText(shown))
  const isWanted = shown.removable.length > 0 && (yes || (!json && (await isAgreed(keep))))
  if (isWanted) {
    // Searched again: a run may have started since the question.
    const now = await look({ state, shared, keep })
    const left = await remove(inBoth(shown, now), { root, state, shared })
    process.stdout.write(json ? asJson(shown, left) : resultText(left))
    return left.length === 0 ? EXIT.done : EXIT.failed
  }
  if (json) process.stdout.write(asJson(shown))
  return EXIT.done
}

/** A folder that cannot be read is the user's to fix. */
async function look(options: Parameters<typeof findRemovable>[0]): Promise<Found> {
  try {
    return await findRemovable(options)
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error
    return options.state.use(() => {
      throw error
    })
  }
}

function inBoth(shown: Found, now: Found): Removable[] {
  const seen = new Set(shown.removable.map(({ paths }) => paths[0]))
  return now.removable.filter(({ paths }) => seen.has(paths[0]))
}

/** Without a terminal, prints the command that removes without asking. */
async function isAgreed(keep: number): Promise<boolean> {
  const { stdin, stdout } = process
  if (stdin.isTTY !== true || stdout.isTTY !== true) {
    stdout.write(`Nothing was removed. To remove them:  agentos clean --keep ${keep} --yes\n`)
    return false
  }
  const terminal = createInterface({ input: stdin, output: stdout })
  const gone = new AbortController()
  terminal.once('close', () => gone.abort())
  try {
    const answer = await terminal.question('Remove these? [y/N] ', { signal: gone.signal })
    if (/^\s*y(es)?\s*$/i.test(answer)) return true
  } catch (error) {
    if (!gone.signal.aborted) throw error
    stdout.write('\n')
  } finally {
    terminal.close()
  }
  stdout.write('Nothing was removed.\n')
  return false
}

function resultText(left: readonly Kept[]): string {
  if (left.length === 0) return 'Removed.\n'
  return left.map((one) => `Still there: ${keptWords(one)}\n`).join('')
}

function asJson({ removable, kept }: Found, left?: readonly Kept[]): string {
  const document = {
    schema: 'agentos.clean/1',
    removed: left !== undefined,
    bytes: bytesOfAll(removable),
    removable,
    kept: [...kept, ...(left ?? [])],
  }
  return `${JSON.stringify(document, undefined, 2)}\n`
}
