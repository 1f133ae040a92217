/** A piece of a run's time, as tracers want to hear of it. */
import type { SpanReference } from '../../model/trace.ts'

export type Attributes = Readonly<Record<string, string | number | boolean | string[]>>

/** What happened at one moment of a span. */
export interface Moment {
  readonly name: string
  readonly at: number
  readonly attributes: Attributes
}

/** What OpenTelemetry allows a span, unless somebody says otherwise. */
export const MOST_MOMENTS = 128

export interface Span extends SpanReference {
  readonly type: 'run' | 'item' | 'step' | 'call' | 'wait' | 'command' | 'gate'
  readonly parentSpanId?: string
  readonly name: string
  readonly startedAt: number
  readonly endedAt: number
  readonly attributes: Attributes
  /** The first of them; of a call all, for its refusals are counted. */
  readonly moments: readonly Moment[]
  /** How many more there were. */
  readonly droppedMoments: number
  readonly links: readonly SpanReference[]
  /** The reason of the failure that it ended with. */
  readonly failed?: string
}
