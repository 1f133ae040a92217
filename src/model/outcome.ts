import type { EventOf } from './event.ts'
import type { ItemId } from './ids.ts'

/** How an item ended, and what the whole run's exit code follows from. */
export const OUTCOMES = [
  'done',
  'needs-revision',
  'failed',
  'gated',
  'conflict',
  'skipped',
  'interrupted',
] as const
export type Outcome = (typeof OUTCOMES)[number]

/** What the ledger remembers of an item: how it ended last, and for which input. */
export interface RecordedOutcome {
  readonly item: ItemId
  /** How people name it; the workflow's own word. */
  readonly label: string
  readonly outcome: Outcome
  readonly inputHash: string
  readonly run: string
  readonly at: number
  /** The command line of that run, to be repeated. */
  readonly command: string
  /** The mock provider answered: it counts for such runs only. */
  readonly mock: boolean
}

/** What made a run stop before all items had ended. */
export type StopCause = EventOf<'run-stopping'>['cause']

/** Dollars of a run whose next call might cost more than is left. */
export type CostStop = NonNullable<EventOf<'run-stopping'>['cost']>

export const EXIT = {
  done: 0,
  failed: 1,
  usage: 2,
  gated: 3,
  noCredential: 4,
  limit: 5,
  leftToOthers: 6,
  bug: 70,
  interrupted: 130,
  terminated: 143,
} as const

/** The first that applies wins: an interruption, no credential, failures, limits, gates, other runs. */
export function exitCode(
  outcomes: Iterable<Outcome>,
  run: {
    readonly stop: StopCause | undefined
    readonly noCredential: boolean
    /** Items were skipped because another run has them. */
    readonly leftToOthers: boolean
  },
): number {
  const { stop, noCredential, leftToOthers } = run
  if (stop === 'SIGINT') return EXIT.interrupted
  if (stop === 'SIGTERM' || stop === 'SIGHUP') return EXIT.terminated
  if (noCredential) return EXIT.noCredential
  const seen = new Set(outcomes)
  if (seen.has('failed') || seen.has('conflict') || seen.has('needs-revision')) return EXIT.failed
  if (stop !== undefined) return EXIT.limit
  if (seen.has('gated')) return EXIT.gated
  return leftToOthers ? EXIT.leftToOthers : EXIT.done
}
