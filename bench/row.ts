/** One line of the table: what was measured, what others have, and what it may be at most. */
export interface Row {
  readonly part: string
  readonly what: string
  readonly ours: number
  /** Numbers of `ratio` have no unit: both sides were measured in the same rounds. */
  readonly unit: 'ratio' | 'ms' | 'MB' | 'µs' | 'lost'
  readonly peers: readonly Peer[]
  readonly atMost?: number
}

interface Peer {
  readonly name: string
  /** Or why there is no number. */
  readonly value: number | string
}

/** Nothing if there is no bound. */
export function holds({ ours, atMost }: Row): boolean | undefined {
  return atMost === undefined ? undefined : ours <= atMost
}
