/**
 * A piece of a run's time. One without an end yet is an `OpenSpan`: when it ends, its open children move to its
 * parent, so that spans always nest, in whatever order they end.
 */
import { spanIdOf } from '../../model/span-id.ts'
import type { SpanReference } from '../../model/trace.ts'

export type Attributes = Readonly<Record<string, string | number | boolean | string[]>>

/** What happened at one moment of a span. */
export interface Moment {
  readonly name: string
  readonly at: number
  readonly attributes: Attributes
}

/** The default limit of OpenTelemetry. */
export const MOST_MOMENTS = 128

export interface Span extends SpanReference {
  readonly type: SpanType | LocalType
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

type SpanType = 'run' | 'item' | 'step' | 'call' | 'wait' | 'command' | 'gate'
/** Not sent: who worked on what, for the Perfetto trace. */
type LocalType = 'attempt' | 'lease'

export function isSent({ type }: Span): boolean {
  return type !== 'attempt' && type !== 'lease'
}

export type NewSpan = Pick<Span, 'type' | 'name' | 'attributes'> & {
  /** The event that it starts with; without an id of its own, its id follows from that. */
  readonly event: { readonly at: number; readonly seq: number }
  readonly spanId?: string
}

export class OpenSpan implements SpanReference {
  readonly traceId: string
  readonly spanId: string
  readonly startedAt: number
  readonly #about: Pick<Span, 'type' | 'name' | 'parentSpanId' | 'links'>
  readonly #emit: (span: Span) => void
  #outer: OpenSpan | undefined
  readonly #inside = new Set<OpenSpan>()
  readonly #moments: Moment[] = []
  #droppedMoments = 0
  #attributes: Attributes
  #hasEnded = false

  constructor(
    about: NewSpan & Pick<Span, 'traceId' | 'parentSpanId' | 'links'>,
    emit: (span: Span) => void,
    outer?: OpenSpan,
  ) {
    const { traceId, type, event, attributes } = about
    this.traceId = traceId
    this.spanId = about.spanId ?? spanIdOf(outer?.spanId ?? traceId, type, event.seq)
    this.startedAt = Math.max(event.at, outer?.startedAt ?? event.at)
    this.#about = about
    this.#attributes = attributes
    this.#emit = emit
    this.#outer = outer
  }

  get hasEnded(): boolean {
    return this.#hasEnded
  }

  open(about: NewSpan): OpenSpan {
    const inner = new OpenSpan({ ...about, traceId: this.traceId, links: [] }, this.#emit, this)
    this.#inside.add(inner)
    return inner
  }

  happened(name: string, at: number, attributes: Attributes = {}): void {
    const isFull = this.#moments.length >= MOST_MOMENTS && this.#about.type !== 'call'
    if (isFull) this.#droppedMoments += 1
    else this.#moments.push({ name, at: Math.max(at, this.startedAt), attributes })
  }

  know(attributes: Attributes): void {
    this.#attributes = { ...this.#attributes, ...attributes }
  }

  /** Its worker or run has ended: so do all spans inside. */
  cutOffInside(at: number, failed?: string): void {
    for (const inner of [...this.#inside]) {
      inner.know({ 'agentos.cut_off': true })
      inner.cutOffInside(at, failed)
      inner.end(at, failed)
    }
  }

  end(at: number, failed?: string): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    this.#leaveInside(at)
    const { traceId, spanId, startedAt } = this
    const { type, name, links, parentSpanId = this.#outer?.spanId } = this.#about
    if (this.#outer !== undefined) this.#outer.#inside.delete(this)
    this.#emit({
      type,
      traceId,
      spanId,
      name,
      links,
      startedAt,
      endedAt: Math.max(at, startedAt),
      attributes: this.#attributes,
      moments: this.#moments,
      droppedMoments: this.#droppedMoments,
      ...(parentSpanId === undefined ? {} : { parentSpanId }),
      ...(failed === undefined ? {} : { failed }),
    })
    this.#attributes = {} // calls are kept until the end of the item, their texts are not
  }

  #leaveInside(at: number): void {
    const outer = this.#outer
    if (outer === undefined) return this.cutOffInside(at)
    for (const inner of this.#inside) {
      inner.#outer = outer
      outer.#inside.add(inner)
    }
    this.#inside.clear()
  }
}
