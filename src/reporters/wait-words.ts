/** What an item waits for. Three causes, three words: rate limited, overloaded, busy. */
import type { WaitReason } from '../model/lease.ts'
import { formatTime } from './words.ts'

const WORD: Readonly<Record<WaitReason, string>> = {
  paced: 'rate limited',
  'rate-limited': 'rate limited',
  overloaded: 'overloaded',
  busy: 'busy: every key is taken',
  cost: 'busy: open calls may need the money that is left',
}

export function waitWords(
  { why, until }: { readonly why: WaitReason; readonly until: number | null },
  now: number,
): string {
  if (why === 'busy' || why === 'cost' || until === null || until <= now) return WORD[why]
  if (why === 'overloaded') return `${WORD[why]}, asked again in ${seconds(until - now)}`
  return `${WORD[why]} until ${formatTime(until, now)}`
}

function seconds(ms: number): string {
  return `${Math.ceil(ms / 1_000)} s`
}
