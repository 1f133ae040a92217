/** Three words for waiting: rate limited by the provider, overloaded as it says itself, busy with our own calls. */
import type { WaitReason } from '../model/lease.ts'
import type { Wait } from './run-view.ts'
import { formatTime } from './words.ts'

export function waitWords({ why, until }: Pick<Wait, 'why' | 'until'>, now: number): string {
  const when = until === null || until <= now ? '' : ` until ${formatTime(until, now)}`
  return `${WORDS[why]}${why === 'busy' || why === 'cost' ? '' : when}`
}

const WORDS: Readonly<Record<WaitReason, string>> = {
  'rate-limited': 'rate limited',
  paced: 'rate limited, kept within what is allowed',
  overloaded: 'overloaded',
  busy: 'busy: every key is taken',
  cost: 'busy: open calls may need the money that is left',
}
