/** A row for each credential, and another one for each lease at the same time; rests as instants. */
import type { Event, EventOf } from '../../model/event.ts'
import type { ItemId } from '../../model/ids.ts'
import type { Row, Span, TraceSpans } from './trace-spans.ts'

const GROUP = 2
/** Rows of one credential. */
const ROWS = 1_000

interface OpenLease {
  readonly item: ItemId
  readonly row: Row
  readonly span: Span
}

export class CredentialRows {
  readonly #spans: TraceSpans
  readonly #labelOf: (item: ItemId) => string
  readonly #first = new Map<string, number>()
  readonly #leases = new Map<number, OpenLease>()

  constructor(spans: TraceSpans, labelOf: (item: ItemId) => string) {
    this.#spans = spans
    this.#labelOf = labelOf
    spans.nameGroup(GROUP, 'credentials')
  }

  add(event: Event): void {
    if (event.type === 'lease-granted') this.#granted(event)
    if (event.type === 'lease-returned') this.#returned(event)
    if (event.type === 'worker-exited') this.#left(event)
    if (event.type === 'credential-rested') this.#rested(event)
  }

  #granted({ lease, credential, item, model, at }: EventOf<'lease-granted'>): void {
    const name = (number: number) => (number === 1 ? credential : `${credential} (${number})`)
    const first = this.#firstOf(credential)
    const row = this.#spans.takeRow({ pid: GROUP, first, by: 1, name })
    const span = this.#spans.begin(row, { name: this.#labelOf(item), at, args: { model } })
    this.#leases.set(lease, { item, row, span })
  }

  #returned({ lease, outcome, at }: EventOf<'lease-returned'>): void {
    this.#end(lease, { outcome: outcome.kind, at })
  }

  /** What a dead worker held is taken back, and nobody is told. */
  #left({ item, at }: EventOf<'worker-exited'>): void {
    for (const [lease, open] of this.#leases)
      if (open.item === item) this.#end(lease, { outcome: 'lost with its worker', at })
  }

  #end(lease: number, { outcome, at }: { readonly outcome: string; readonly at: number }): void {
    const open = this.#leases.get(lease)
    if (open === undefined) return
    this.#leases.delete(lease)
    this.#spans.end(open.span, at, { outcome })
    this.#spans.freeRow(open.row)
  }

  #rested({ credential, why, model, until, at }: EventOf<'credential-rested'>): void {
    const args = { why, model, until: new Date(until).toISOString() }
    const row = { pid: GROUP, tid: this.#firstOf(credential) }
    this.#spans.instant(row, { name: `rests: ${why}`, at, s: 't', args })
  }

  #firstOf(credential: string): number {
    const first = this.#first.get(credential) ?? (this.#first.size + 1) * ROWS
    this.#first.set(credential, first)
    return first
  }
}
