/** The run as the timeline uses it: what was packed is taken apart once. */
import type { PageData } from '../page-data.ts'
import { unpacked } from './unpacked.ts'

interface ItemLane {
  readonly workers: Int32Array
  readonly spans: Int32Array
  readonly waits: Int32Array
}

export interface Lanes {
  readonly data: PageData
  readonly items: readonly ItemLane[]
}

export function lanesOf(data: PageData): Lanes {
  const { workers, spans, waits } = data.items
  return {
    data,
    items: workers.map((packed, item) => ({
      workers: unpacked(packed),
      spans: unpacked(spans[item] ?? []),
      waits: unpacked(waits[item] ?? []),
    })),
  }
}
