/**
 * A span that goes on. It ends not before those inside it: what is still open there ends with it. So spans
 * always nest, whatever order their ends are heard of.
 */
import type { SpanReference } from '../model/trace.ts'
import type { Attributes, Moment, Span } from './span.ts'

export interface NewSpan {
  readonly spanId: string
  readonly name: string
  readonly kind?: Span['kind']
  readonly at: number
  readonly attributes: Attributes
}

export class OpenSpan implements SpanReference {
  readonly traceId: string
  readonly spanId: string
  readonly startedAt: number
  readonly #about: NewSpan & Pick<Span, 'parentSpanId' | 'links'>
  readonly #tell: (span: Span) => void
  readonly #outer: OpenSpan | undefined
  readonly #inside = new Set<OpenSpan>()
  readonly #moments: Moment[] = []
  #attributes: Attributes
  #hasEnded = false

  constructor(
    about: NewSpan & Pick<Span, 'traceId' | 'parentSpanId' | 'links'>,
    tell: (span: Span) => void,
    outer?: OpenSpan,
  ) {
    this.traceId = about.traceId
    this.spanId = about.spanId
    this.startedAt = about.at
    this.#about = about
    this.#attributes = about.attributes
    this.#tell = tell
    this.#outer = outer
  }

  get hasEnded(): boolean {
    return this.#hasEnded
  }

  open(about: NewSpan): OpenSpan {
    const { traceId, spanId: parentSpanId } = this
    const at = Math.max(about.at, this.startedAt)
    const inside = { ...about, at, traceId, parentSpanId, links: [] }
    const inner = new OpenSpan(inside, this.#tell, this)
    this.#inside.add(inner)
    return inner
  }

  happened(name: string, at: number, attributes: Attributes = {}): void {
    this.#moments.push({ name, at: Math.max(at, this.startedAt), attributes })
  }

  know(attributes: Attributes): void {
    this.#attributes = { ...this.#attributes, ...attributes }
  }

  /** What is open inside, as if it had failed for the same reason. */
  endInside(at: number, failed?: string): void {
    for (const inner of [...this.#inside]) {
      inner.know({ 'agentos.cut_off': true })
      inner.end(at, failed)
    }
  }

  end(at: number, failed?: string): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    this.endInside(at, failed)
    const { spanId, name, kind = 'internal', parentSpanId, links } = this.#about
    const { traceId, startedAt } = this
    if (this.#outer !== undefined) this.#outer.#inside.delete(this)
    this.#tell({
      ...{ traceId, spanId, kind, name, startedAt, links },
      endedAt: Math.max(at, startedAt),
      attributes: this.#attributes,
      moments: this.#moments,
      ...(parentSpanId === undefined ? {} : { parentSpanId }),
      ...(failed === undefined ? {} : { failed }),
    })
  }
}
