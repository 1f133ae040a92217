/**
 * The model calls of one item: each with its waits for credentials inside, and what came of its requests as
 * moments. Leases are heard of at once, calls only behind what was printed before: a lease may come first.
 */
import type { Event, EventOf } from '../../model/event.ts'
import { spanIdOf } from '../../model/span-id.ts'
import { callName, requestAttributes, responseAttributes } from './call-attributes.ts'
import type { OpenSpan } from './open-span.ts'
import type { Where } from './step-spans.ts'

type LeaseEvent = EventOf<'lease-queued' | 'lease-granted' | 'lease-refused' | 'lease-returned'>

export class CallSpans {
  readonly #stepAt: (where: Where) => OpenSpan
  #idOf: (kind: string, number: number) => string = () => ''
  readonly #calls = new Map<number, OpenSpan>()
  readonly #early = new Map<number, LeaseEvent[]>()
  readonly #waits = new Map<number, OpenSpan>()
  readonly #leases = new Map<number, { readonly ask: number; readonly credential: string }>()

  constructor(stepAt: (where: Where) => OpenSpan) {
    this.#stepAt = stepAt
  }

  /** Another worker has the item, and counts anew. */
  attempt({ spanId }: OpenSpan, attempt: number): void {
    this.#idOf = (kind, number) => spanIdOf(spanId, attempt, kind, number)
    for (const map of [this.#calls, this.#early, this.#waits, this.#leases]) map.clear()
  }

  add(event: Event): void {
    switch (event.type) {
      case 'call-started':
        return this.#started(event)
      case 'call-retried':
        return this.#calls.get(event.ask)?.happened('retried', event.at, {
          'agentos.try': event.attempt,
          ...(event.credential === null ? {} : { 'agentos.credential.id': event.credential }),
        })
      case 'call-failed':
        return this.#calls.get(event.ask)?.end(event.at, event.failure.reason)
      case 'call-ended':
        this.#calls.get(event.ask)?.know(responseAttributes(event))
        return this.#calls.get(event.ask)?.end(event.at)
      case 'lease-queued':
      case 'lease-granted':
      case 'lease-refused':
      case 'lease-returned':
        return this.#leaseOf(event)
    }
  }

  #started(event: EventOf<'call-started'>): void {
    const { ask, at } = event
    const name = callName(event)
    const attributes = requestAttributes(event)
    const spanId = this.#idOf('call', ask)
    this.#calls.set(ask, this.#stepAt(event).open({ type: 'call', spanId, name, at, attributes }))
    const early = this.#early.get(ask) ?? []
    this.#early.delete(ask)
    for (const one of early) this.#leaseOf({ ...one, at })
  }

  #leaseOf(event: LeaseEvent): void {
    const ask = event.type === 'lease-returned' ? this.#leases.get(event.lease)?.ask : event.ask
    if (ask === undefined) return
    if (event.type === 'lease-granted')
      this.#leases.set(event.lease, { ask, credential: event.credential })
    const call = this.#calls.get(ask)
    if (call === undefined) this.#early.set(ask, [...(this.#early.get(ask) ?? []), event])
    else this.#lease(call, event)
  }

  #lease(call: OpenSpan, event: LeaseEvent): void {
    if (event.type === 'lease-returned') return this.#returned(call, event)
    if (event.type === 'lease-queued') return this.#queued(call, event)
    const wait = this.#waits.get(event.call)
    this.#waits.delete(event.call)
    if (event.type === 'lease-refused') return wait?.end(event.at, event.failure.reason)
    wait?.know({ 'agentos.credential.id': event.credential })
    wait?.end(event.at)
    call.happened('lease-granted', event.at, { 'agentos.credential.id': event.credential })
  }

  #queued(span: OpenSpan, { call, why, at, model, provider }: EventOf<'lease-queued'>): void {
    const known = this.#waits.get(call)
    const attributes = { 'agentos.reason': why, 'agentos.model': `${provider}:${model}` }
    if (known !== undefined) return known.know(attributes)
    const spanId = this.#idOf('wait', call)
    const name = 'wait for a credential'
    this.#waits.set(call, span.open({ type: 'wait', spanId, name, at, attributes }))
  }

  #returned(call: OpenSpan, { lease, outcome, at }: EventOf<'lease-returned'>): void {
    const credential = this.#leases.get(lease)?.credential ?? ''
    this.#leases.delete(lease)
    if (outcome.kind === 'ok') return
    call.happened('refused', at, {
      'agentos.credential.id': credential,
      'agentos.refusal': outcome.kind,
      ...('waitMs' in outcome && outcome.waitMs !== undefined
        ? { 'agentos.retry_after': outcome.waitMs / 1_000 }
        : {}),
    })
  }
}
