/** Ids that are hashes of what they stand for. Apart from `trace.ts`, whose types a browser reads. */
import { hash } from 'node:crypto'
import type { SpanReference } from './trace.ts'

export function itemSpanId({ traceId, spanId }: SpanReference, item: string): string {
  return spanIdOf(traceId, spanId, 'item', item)
}

/** The same parts give the same id, in every process and whenever a run is read again. */
export function spanIdOf(...parts: readonly (string | number)[]): string {
  return hash('sha256', parts.join('\0')).slice(0, 16)
}
