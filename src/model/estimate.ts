import { z } from 'zod'
import { type Data, number, text } from './fields.ts'

const rangeSchema = z.strictObject({ least: number, most: number })
export type Range = Data<typeof rangeSchema>

/** What a run is expected to ask, to cost and to take, from before it begins. */
export const estimateSchema = z.strictObject({
  /** Model calls; null if neither the workflow nor earlier items tell. */
  calls: rangeSchema.nullable(),
  /** Dollars; null when that is not known. */
  cost: rangeSchema.nullable(),
  /** The models whose prices it is by, or why it is not known; null if earlier items cost that much. */
  by: text.nullable(),
  /** Null before there are earlier items. */
  durationMs: rangeSchema.nullable(),
  /** What an item in the middle took; null before there are earlier items. */
  itemMs: number.nullable(),
  /** How many earlier items were looked at. */
  earlierItems: number,
})
export type Estimate = Data<typeof estimateSchema>
