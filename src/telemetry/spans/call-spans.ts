/**
 * The model calls of one worker: each with its waits for credentials inside, and the results of its requests as
 * moments. Events of leases come at once, those of calls after the output that was printed before them: a lease may
 * be granted before its call has started.
 */
import type { Event, EventOf } from '../../model/event.ts'
import type { OpenLease } from '../../scheduler/item-life.ts'
import { callName, requestAttributes, responseAttributes } from './call-attributes.ts'
import type { OpenSpan } from './span.ts'

export class CallSpans {
  readonly #stepAt: (where: { readonly span?: string }) => OpenSpan
  readonly #calls = new Map<number, OpenSpan>()
  readonly #waits = new Map<number, OpenSpan>()
  /** What leases have to say of calls that have not started. */
  readonly #early = new Map<number, ((call: OpenSpan) => void)[]>()

  constructor(stepAt: (where: { readonly span?: string }) => OpenSpan) {
    this.#stepAt = stepAt
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
        return this.#tell(event.ask, (call) => this.#queued(call, event))
      case 'lease-granted':
        return this.#tell(event.ask, (call) => this.#granted(call, event))
      case 'lease-refused':
        return this.#tell(event.ask, () =>
          this.#takeWait(event)?.end(event.at, event.failure.reason),
        )
    }
  }

  /** A lease has ended by this event. */
  returned({ ask, credential }: OpenLease, { outcome, at }: EventOf<'lease-returned'>): void {
    if (outcome.kind === 'ok') return
    this.#tell(ask, (call) =>
      call.happened('refused', at, {
        'agentos.credential.id': credential,
        'agentos.refusal': outcome.kind,
        ...('waitMs' in outcome && outcome.waitMs !== undefined
          ? { 'agentos.retry_after': outcome.waitMs / 1_000 }
          : {}),
      }),
    )
  }

  #started(event: EventOf<'call-started'>): void {
    const { ask } = event
    const attributes = requestAttributes(event)
    const about = { type: 'call', name: callName(event), event, attributes } as const
    const call = this.#stepAt(event).open(about)
    this.#calls.set(ask, call)
    for (const tell of this.#early.get(ask) ?? []) tell(call)
    this.#early.delete(ask)
  }

  #tell(ask: number, tell: (call: OpenSpan) => void): void {
    const call = this.#calls.get(ask)
    if (call === undefined) this.#early.set(ask, [...(this.#early.get(ask) ?? []), tell])
    else tell(call)
  }

  #queued(span: OpenSpan, event: EventOf<'lease-queued'>): void {
    const { call, why, model, provider } = event
    const known = this.#waits.get(call)
    const attributes = { 'agentos.reason': why, 'agentos.model': `${provider}:${model}` }
    if (known !== undefined) return known.know(attributes)
    const name = 'wait for a credential'
    this.#waits.set(call, span.open({ type: 'wait', name, event, attributes }))
  }

  #granted(span: OpenSpan, event: EventOf<'lease-granted'>): void {
    const about = { 'agentos.credential.id': event.credential }
    const wait = this.#takeWait(event)
    wait?.know(about)
    wait?.end(event.at)
    span.happened('lease-granted', event.at, about)
  }

  #takeWait({ call }: { readonly call: number }): OpenSpan | undefined {
    const wait = this.#waits.get(call)
    this.#waits.delete(call)
    return wait
  }
}
