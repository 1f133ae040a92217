import { type Found, type Kept, KINDS, type Removable } from '../../app/clean/removable.ts'
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

/** What would go, and what stays although one might think it should go. */
export function removableText({ removable, kept }: Found): string {
  const lines = [
    ...(removable.length === 0 ? ['There is nothing to remove.'] : table(removable)),
    ...kept.map((one) => `Kept: ${keptWords(one)}`),
  ]
  return `${lines.join('\n')}\n`
}

export function keptWords({ name, why }: Kept): string {
  return `${name}; ${cleanWords(why).replace(/\.$/, '')}.`
}

export function bytesOfAll(removable: readonly Removable[]): number {
  return removable.reduce((sum, { bytes }) => sum + bytes, 0)
}

function table(removable: readonly Removable[]): string[] {
  const groups = KINDS.map((kind) => removable.filter((one) => one.kind === kind))
  const rows = groups.filter((group) => group.length > 0).map(rowOf)
  const total = formatSize(bytesOfAll(removable))
  const width = Math.max(total.length, ...rows.map(({ size }) => size.length))
  return [
    'Can be removed:',
    ...rows.map(({ size, words }) => `  ${size.padStart(width)}  ${words}`),
    `  ${total.padStart(width)}  total`,
  ]
}

function rowOf(group: readonly Removable[]): { size: string; words: string } {
  const [{ kind, name }, ...others] = group as [Removable, ...Removable[]]
  const size = formatSize(bytesOfAll(group))
  return { size, words: `${WORDS[kind](group.length)}: ${names(name, others)}` }
}

/** Folders of logs are many and in order: from the first to the last says it. */
function names(first: string, others: readonly Removable[]): string {
  const last = others.at(-1)
  if (last?.kind === 'logs') return `${first} to ${last.name}`
  const all = [first, ...others.map(({ name }) => name)]
  const rest = all.length - MOST_NAMED
  return `${all.slice(0, MOST_NAMED).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`
}
