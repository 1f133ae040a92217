/**
 * A run's events as one trace: run → item → step → model call, command, gate or wait. Takes the events of an active
 * run and of a past one in the same way; the ids are the same each time.
 */
import type { Event, EventOf } from '../../model/event.ts'
import type { ItemId } from '../../model/ids.ts'
import { itemSpanId } from '../../model/span-id.ts'
import { ItemSpans } from './item-spans.ts'
import { type Attributes, OpenSpan, type Span } from './span.ts'

export class RunSpans {
  readonly #onSpan: (span: Span) => void
  #run: OpenSpan | undefined
  readonly #labels = new Map<ItemId, string>()
  readonly #items = new Map<ItemId, ItemSpans>()

  constructor(onSpan: (span: Span) => void) {
    this.#onSpan = onSpan
  }

  add(event: Event): void {
    if (event.type === 'run-started') this.#run = this.#begin(event)
    else if (this.#run !== undefined) this.#go(this.#run, event)
  }

  /** For a running or killed run: ends the open spans at this time. */
  close(at: number): void {
    if (this.#run?.hasEnded !== false) return
    this.#run.know({ 'agentos.cut_off': true })
    this.#end(this.#run, at)
  }

  /** And all in it. */
  #end(run: OpenSpan, at: number): void {
    for (const item of this.#items.values()) item.close(at)
    run.end(at)
  }

  #begin(event: EventOf<'run-started'>): OpenSpan {
    const { workflow, version, items, limits, mock, trace } = event
    const attributes: Attributes = {
      'agentos.run.id': event.run,
      'agentos.workflow': workflow,
      'agentos.version': version,
      'agentos.item.count': items,
      'agentos.parallel': limits.parallel,
      'agentos.mock': mock,
    }
    return new OpenSpan(
      { ...trace, type: 'run', name: `run ${workflow}`, event, attributes },
      this.#onSpan,
    )
  }

  #go(run: OpenSpan, event: Event): void {
    switch (event.type) {
      case 'item-queued':
        this.#labels.set(event.item, event.label)
        return
      case 'run-ended':
        run.know({ 'process.exit.code': event.exitCode })
        return this.#end(run, event.at)
      case 'run-stopping':
        return run.happened(event.type, event.at, { 'agentos.reason': event.cause })
      case 'run-resumed':
        return run.happened(event.type, event.at, { 'agentos.slept': event.suspendedMs / 1_000 })
      case 'credential-rested':
      case 'credential-rejected':
      case 'pool-rested':
      case 'pool-exhausted':
      case 'pool-resumed':
      case 'circuit-opened':
      case 'circuit-closed':
        return run.happened(event.type, event.at, poolAttributes(event))
      case 'item-left-out':
        return
      default:
        if ('item' in event) this.#addToItem(run, event)
    }
  }

  #addToItem(run: OpenSpan, event: Event & { readonly item: ItemId }): void {
    const spans = this.#items.get(event.item) ?? this.#openItem(run, event)
    spans.add(event)
    if (event.type === 'item-ended') this.#items.delete(event.item)
    else this.#items.set(event.item, spans)
  }

  #openItem(run: OpenSpan, event: Event & { readonly item: ItemId }): ItemSpans {
    const { item } = event
    const label = this.#labels.get(item) ?? item
    const attributes = { 'agentos.item.id': item, 'agentos.item.label': label }
    const spanId = itemSpanId(run, item)
    const span = run.open({ type: 'item', spanId, name: `item ${label}`, event, attributes })
    return new ItemSpans(span, label)
  }
}

function poolAttributes(event: Event): Attributes {
  const facts = event as Partial<Record<'credential' | 'provider' | 'model' | 'why', string | null>>
  const entries = Object.entries({
    'agentos.credential.id': facts.credential,
    'agentos.provider': facts.provider,
    'agentos.model': facts.model,
    'agentos.reason': facts.why,
  })
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => entry[1] != null))
}
