import type { Row } from '../row.ts'

/** A benchmark that can be asked for by name: what it measures is told as rows of the one table. */
export type Part = (options: PartOptions) => Promise<readonly Omit<Row, 'part'>[]>

interface PartOptions {
  readonly rounds: number
  /** Also what takes longer than a quarter of an hour. */
  readonly isLarge: boolean
}
