/**
 * The input of the page's script: columns and flat lists of numbers, not an object for each bar, so that ten
 * thousand items stay a few megabytes. Times are whole milliseconds since the start of the run.
 */
export interface PageData {
  readonly startedAt: number
  /** End of the run, or its last event. */
  readonly untilMs: number
  /** Names without the number of their repetition; what took most time in all comes first. */
  readonly steps: readonly string[]
  readonly items: ItemColumns
  readonly credentials: readonly CredentialLane[]
  readonly pauses: readonly PauseLane[]
  /** Pairs of from and until: all workers were put to sleep. */
  readonly sleeps: readonly number[]
  /** When the run was stopped, and why. */
  readonly stops: readonly (readonly [atMs: number, words: string])[]
}

/** The place in every column is the item's number. */
export interface ItemColumns {
  readonly label: readonly string[]
  readonly title: readonly string[]
  readonly outcome: readonly string[]
  readonly reason: readonly string[]
  /** Where its result is. */
  readonly result: readonly string[]
  readonly durationMs: readonly number[]
  readonly waitedMs: readonly number[]
  readonly attempts: readonly number[]
  readonly calls: readonly number[]
  readonly inputTokens: readonly number[]
  readonly outputTokens: readonly number[]
  /** Dollars; null when the price is not known. */
  readonly cost: readonly (number | null)[]
  readonly estimatedCost: readonly number[]
  /** `packed`: a span for each worker that had it. */
  readonly workers: readonly (readonly number[])[]
  /** `packed`: number of the step. */
  readonly spans: readonly (readonly number[])[]
  /** `packed`: number in `WAITS`. */
  readonly waits: readonly (readonly number[])[]
  readonly marks: readonly (readonly Mark[])[]
  readonly links: readonly (readonly Link[])[]
}

/** A worker that died or was killed, or the next one, which resumes. */
export type Mark = readonly [kind: 'killed' | 'resumed', atMs: number, words: string]

export type Link = readonly [words: string, address: string]

export interface CredentialLane {
  readonly id: string
  readonly provider: string
  readonly scope: string
  /** Rejected by the provider since then. */
  readonly rejectedMs: number | null
  /** `outcome`: number in `LEASES`. */
  readonly leases: readonly LaneLease[]
  /** Rows for leases at the same time. */
  readonly rows: number
  readonly rests: readonly (readonly [fromMs: number, untilMs: number, words: string])[]
  readonly usage: UsageLine
}

type LaneLease = readonly [
  fromMs: number,
  durationMs: number,
  item: number,
  outcome: number,
  /** Among those at the same time. */
  row: number,
]

/** A line through points; where it jumps there are two of the same moment. */
export interface UsageLine {
  /** Pairs of when and how much. */
  readonly points: readonly number[]
  readonly peak: number
  /** The limit; null if unknown. */
  readonly limit: number | null
  /** What is counted, such as `requests in 60s`. */
  readonly unit: string
}

export interface PauseLane {
  /** Provider and model. */
  readonly name: string
  readonly pauses: readonly (readonly [fromMs: number, untilMs: number, words: string])[]
}

export const LEASES = [
  'answered',
  'rate-limited',
  'not answered',
  'not over',
  'lost with its worker',
] as const
export const WAITS = ['paced', 'busy', 'rate-limited', 'outage', 'cost'] as const
