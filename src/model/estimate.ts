/** What a run is expected to ask, to cost and to take, from before it begins. */
export interface Estimate {
  /** Model calls; null if neither the workflow nor earlier items tell. */
  readonly calls: Range | null
  /** Dollars; null when that is not known. */
  readonly cost: Range | null
  /** The models whose prices it is by, or why it is not known; null if earlier items cost that much. */
  readonly by: string | null
  /** Null before there are earlier items. */
  readonly durationMs: Range | null
  /** What an item in the middle took; null before there are earlier items. */
  readonly itemMs: number | null
  /** How many earlier items were looked at. */
  readonly earlierItems: number
}

export interface Range {
  readonly least: number
  readonly most: number
}
