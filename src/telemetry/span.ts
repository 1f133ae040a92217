/** A piece of a run's time, as tracers want to hear of it. */
import type { SpanReference } from '../model/trace.ts'

export type Attributes = Readonly<Record<string, string | number | boolean | string[]>>

/** What happened at one moment of a span. */
export interface Moment {
  readonly name: string
  readonly at: number
  readonly attributes: Attributes
}

export interface Span extends SpanReference {
  readonly type: 'run' | 'item' | 'step' | 'call' | 'wait' | 'command' | 'gate'
  readonly parentSpanId?: string
  readonly name: string
  readonly startedAt: number
  readonly endedAt: number
  readonly attributes: Attributes
  readonly moments: readonly Moment[]
  readonly links: readonly SpanReference[]
  /** The reason of the failure that it ended with. */
  readonly failed?: string
}
