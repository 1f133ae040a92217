/** `agentos clean`: lists removable files, asks, and removes exactly these. */
import { createInterface } from 'node:readline/promises'
import { findRemovable } from '../../app/clean/find-removable.ts'
import { type Found, type Kept, KINDS, type Removable } from '../../app/clean/removable.ts'
import { remove } from '../../app/clean/remove.ts'
import { requireOwnState } from '../../app/own-state.ts'
import { type RepositoryHere, repositoryAt } from '../../app/repository-store.ts'
import { EXIT } from '../../model/outcome.ts'
import { cleanWords } from '../../reporters/screen/clean-text.ts'
import { formatSize, plural } from '../../reporters/words/words.ts'

const MOST_NAMED = 5

const WORDS: Readonly<Record<Removable['kind'], (count: number) => string>> = {
  logs: (count) => `logs of ${plural(count, 'run')}`,
  checkpoint: (count) => `${plural(count, 'checkpoint')} of items that are done`,
  'kept-aside': (count) => `${plural(count, 'checkpoint')} kept aside, of items that are done`,
  worktree: (count) => `${plural(count, 'worktree')} of items that are done; branches are kept`,
  spool: () => 'unread output of killed runs',
}

/** What is gone with it, and what the next run makes again. */
const AFTERWARDS: Readonly<Record<Removable['kind'], string>> = {
  logs: 'status, logs and reports of these runs are gone; estimates use the runs that are left',
  checkpoint: 'the items stay done; with --fresh or retry they start over anyway',
  'kept-aside': 'the items stay done; what was kept aside is gone',
  worktree: 'made again, and set up again, when an item is built once more',
  spool: 'their last lines, which no log has yet, are gone',
}

export async function clean(options: {
  readonly keep: number
  readonly yes: boolean
  readonly json: boolean
}): Promise<number> {
  const { keep, yes, json } = options
  const here = repositoryAt(process.cwd())
  await requireOwnState(here)
  const shown = await look(here, keep)
  if (!json) process.stdout.write(removableText(shown))
  const isWanted = shown.removable.length > 0 && (yes || (!json && (await isAgreed(keep))))
  if (isWanted) {
    // Searched again: a run may have started since the question.
    const now = await look(here, keep)
    const left = await remove(inBoth(shown, now), here)
    process.stdout.write(json ? asJson(shown, left) : resultText(left))
    return left.length === 0 ? EXIT.done : EXIT.failed
  }
  if (json) process.stdout.write(asJson(shown))
  return EXIT.done
}

/** A folder that cannot be read is the user's to fix. */
async function look(here: RepositoryHere, keep: number): Promise<Found> {
  try {
    return await findRemovable(here, keep)
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error
    return here.state.use(() => {
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

/** What would go, and what stays although one might think it should go. */
function removableText({ removable, kept }: Found): string {
  const lines = [
    ...(removable.length === 0 ? ['There is nothing to remove.'] : table(removable)),
    ...kept.map((one) => `Kept: ${keptWords(one)}`),
  ]
  return `${lines.join('\n')}\n`
}

function table(removable: readonly Removable[]): string[] {
  const groups = KINDS.map((kind) => removable.filter((one) => one.kind === kind))
  const rows: Row[] = groups.flatMap(([first, ...others]) => (first ? [rowOf(first, others)] : []))
  rows.push({ size: sizeOf(removable), words: 'total' })
  const width = Math.max(...rows.map(({ size }) => size.length))
  return [
    'Can be removed:',
    ...rows.flatMap(({ size, words, after }) => [
      `  ${size.padStart(width)}  ${words}`,
      ...(after === undefined ? [] : [`  ${' '.repeat(width)}    ${after}`]),
    ]),
  ]
}

interface Row {
  readonly size: string
  readonly words: string
  readonly after?: string
}

function rowOf(first: Removable, others: readonly Removable[]): Row {
  const all = [first, ...others]
  const words = `${WORDS[first.kind](all.length)}: ${namesOf(all)}`
  return { size: sizeOf(all), words, after: AFTERWARDS[first.kind] }
}

/** Folders of logs are many and in order: from the first to the last says it. */
function namesOf(all: readonly Removable[]): string {
  const names = all.map(({ name }) => name)
  if (all[0]?.kind === 'logs') return [...new Set([names[0], names.at(-1)])].join(' to ')
  const rest = names.length - MOST_NAMED
  return `${names.slice(0, MOST_NAMED).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`
}

function sizeOf(removable: readonly Removable[]): string {
  return formatSize(bytesOf(removable))
}

function bytesOf(removable: readonly Removable[]): number {
  return removable.reduce((sum, { bytes }) => sum + bytes, 0)
}

function keptWords({ name, why }: Kept): string {
  return `${name}; ${cleanWords(why).replace(/\.$/, '')}.`
}

function resultText(left: readonly Kept[]): string {
  if (left.length === 0) return 'Removed.\n'
  return left.map((one) => `Still there: ${keptWords(one)}\n`).join('')
}

function asJson({ removable, kept }: Found, left?: readonly Kept[]): string {
  const document = {
    schema: 'agentos.clean/1',
    removed: left !== undefined,
    bytes: bytesOf(removable),
    removable,
    kept: [...kept, ...(left ?? [])],
  }
  return `${JSON.stringify(document, undefined, 2)}\n`
}
