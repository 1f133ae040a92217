import type { ItemId } from '../../model/ids.ts'

export interface Line {
  /** The item that it is about; without it, the run. */
  readonly item?: ItemId
  readonly text: string
  /** Quiet shows only `news`; `detail` is a line for each phase of an item; `trace` is for the logs and `-v`. */
  readonly level: 'news' | 'detail' | 'trace'
  /** Its first words say how the item ended. */
  readonly isOutcome?: boolean
}

export function line(level: Line['level'], text: string, item?: ItemId): Line[] {
  return [item === undefined ? { text, level } : { item, text, level }]
}
