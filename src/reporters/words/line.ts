import type { ItemId } from '../../model/ids.ts'

export interface Line {
  /** The item that it is about; without it, the run. */
  readonly item?: ItemId
  readonly text: string
  /** Quiet shows only `news`; `detail` is the running commentary; `trace` is for the logs. */
  readonly level: 'news' | 'detail' | 'trace'
}

export function line(level: Line['level'], text: string, item?: ItemId): Line[] {
  return [item === undefined ? { text, level } : { item, text, level }]
}
