/**
 * The state of a run, folded from its events: for the footer, `status`, the summary and reports.
 * Used for running and for past runs alike.
 */
import type { Event, EventOf } from '../../model/event.ts'
import type { LeftOut } from '../../model/failure.ts'
import type { ItemId } from '../../model/ids.ts'
import type { CostStop, Outcome, StopCause } from '../../model/outcome.ts'
import { CredentialTally } from './credential-summary.ts'
import { ItemView } from './item-view.ts'

export class RunView {
  readonly items = new Map<ItemId, ItemView>()
  readonly leftOut: { readonly id: ItemId; readonly label: string; readonly why: LeftOut }[] = []
  readonly credentials = new CredentialTally()
  started: EventOf<'run-started'> | undefined
  stopping: StopCause | undefined
  costStop: CostStop | undefined
  ended: EventOf<'run-ended'> | undefined
  lastAt = 0
  sleptMs = 0
  running = 0
  mostAtOnce = 0
  endedCount = 0
  readonly outcomes: Partial<Record<Outcome, number>> = {}

  add(event: Event): void {
    this.lastAt = event.at
    switch (event.type) {
      case 'run-started':
        this.started = event
        return
      case 'run-resumed':
        this.sleptMs += event.suspendedMs
        for (const item of this.items.values()) item.passOver(event.suspendedMs)
        return
      case 'run-stopping':
        this.stopping ??= event.cause
        this.costStop ??= event.cost
        return
      case 'run-ended':
        this.ended = event
        return
      case 'item-left-out':
        this.leftOut.push({ id: event.item, label: event.label, why: event.why })
        return
      case 'item-queued':
        this.items.set(event.item, new ItemView(event))
        return
      case 'credential-rested':
      case 'credential-rejected':
        return this.credentials.add(event)
      default: {
        const item = 'item' in event ? this.items.get(event.item) : undefined
        if (item !== undefined) this.#addToItem(item, event)
      }
    }
  }

  #addToItem(item: ItemView, event: Event): void {
    const before = item.state
    for (const { kind, was, how } of item.add(event))
      if (kind === 'lease') this.credentials.returned(was.credential, how)
    if (event.type === 'lease-granted') this.credentials.granted(event.credential)
    this.running += Number(item.state === 'running') - Number(before === 'running')
    this.mostAtOnce = Math.max(this.mostAtOnce, this.running)
    if (event.type !== 'item-ended') return
    this.endedCount += 1
    this.outcomes[event.outcome] = (this.outcomes[event.outcome] ?? 0) + 1
  }
}
