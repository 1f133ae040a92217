/** What an item waits for: rate-limited, a failing provider, or busy. */
import type { Outage, WaitReason } from '../../model/calls/lease.ts'
import type { EventOf } from '../../model/event.ts'
import { formatDuration } from './format-duration.ts'
import { outageWords } from './outage-words.ts'
import { formatTime } from './time-words.ts'

const WORD: Readonly<Record<Exclude<WaitReason, 'outage'>, string>> = {
  paced: 'rate-limited',
  'rate-limited': 'rate-limited',
  busy: 'busy: every credential is in use',
  cost: 'busy: open calls may use up the cost limit',
}

export function waitWords(
  wait: {
    readonly why: WaitReason
    readonly until: number | null
    readonly provider: string
    readonly outage?: Outage | undefined
  },
  now: number,
): string {
  const { why, until } = wait
  if (why === 'outage') {
    const next = until === null || until <= now ? '' : `, next try in ${seconds(until - now)}`
    return `${outageWords(wait.provider, wait.outage)}${next}`
  }
  if (why === 'busy' || why === 'cost' || until === null || until <= now) return WORD[why]
  return `${WORD[why]} until ${formatTime(until, now)}`
}

export function seconds(ms: number): string {
  return `${Math.ceil(ms / 1_000)} s`
}

/** How far the answers have come that are being written; none before the first news of them. */
export function writtenWords(tokens: number): string[] {
  return tokens === 0 ? [] : [`${tokens} tokens`]
}

/** How a person ended an item's wait. */
export function gatePassedWords({ gate, answer, waitedMs }: EventOf<'gate-passed'>) {
  const answered = answer === 'approve' ? 'approved' : 'to be revised'
  return `gate ${gate}: ${answered}, after ${formatDuration(waitedMs)}`
}
