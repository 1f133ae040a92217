/**
 * A span without an end yet. Its open children move to its parent when it ends:
 * spans always nest, in whatever order they end.
 */
import type { SpanReference } from '../../model/trace.ts'
import { type Attributes, MOST_MOMENTS, type Moment, type Span } from './span.ts'

export interface NewSpan {
  readonly type: Span['type']
  readonly spanId: string
  readonly name: string
  readonly at: number
  readonly attributes: Attributes
}

export class OpenSpan implements SpanReference {
  readonly traceId: string
  readonly spanId: string
  readonly startedAt: number
  readonly #about: Omit<NewSpan, 'attributes'> & Pick<Span, 'parentSpanId' | 'links'>
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
    this.traceId = about.traceId
    this.spanId = about.spanId
    this.startedAt = about.at
    const { attributes, ...rest } = about
    this.#about = rest
    this.#attributes = attributes
    this.#emit = emit
    this.#outer = outer
  }

  get hasEnded(): boolean {
    return this.#hasEnded
  }

  open(about: NewSpan): OpenSpan {
    const { traceId, spanId: parentSpanId } = this
    const at = Math.max(about.at, this.startedAt)
    const inside = { ...about, at, traceId, parentSpanId, links: [] }
    const inner = new OpenSpan(inside, this.#emit, this)
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

  /** Nothing inside can go on: it ends with whoever was at it. */
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
    const { type, spanId, name, links } = this.#about
    const { traceId, startedAt } = this
    const parentSpanId = this.#outer?.spanId ?? this.#about.parentSpanId
    if (this.#outer !== undefined) this.#outer.#inside.delete(this)
    this.#emit({
      traceId,
      spanId,
      type,
      name,
      startedAt,
      links,
      endedAt: Math.max(at, startedAt),
      attributes: this.#attributes,
      moments: this.#moments,
      droppedMoments: this.#droppedMoments,
      ...(parentSpanId === undefined ? {} : { parentSpanId }),
      ...(failed === undefined ? {} : { failed }),
    })
    this.#attributes = {} // an item knows its calls to its end, but not what they said
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
