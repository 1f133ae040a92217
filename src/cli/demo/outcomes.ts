/** What became of the items of one or more runs, by their events. */
import type { Event, EventOf } from '../../model/event.ts'

export function eventsOf<T extends Event['type']>(events: readonly Event[], type: T): EventOf<T>[] {
  return events.filter((event): event is EventOf<T> => event.type === type)
}

/** The last outcome of each item that has ended. */
export function outcomesOf(events: readonly Event[]): Record<string, string> {
  const ended = eventsOf(events, 'item-ended').map(({ item, outcome }) => [item, outcome] as const)
  return Object.fromEntries(ended.sort(([one], [other]) => one.localeCompare(other)))
}

/** Items that have finished a step of this name; one that the kill kept from telling is read back later. */
export function itemsWith(events: readonly Event[], step: string): string[] {
  const finished = [...eventsOf(events, 'step-saved'), ...eventsOf(events, 'step-reused')]
  const meant = finished.filter((event) => event.step.split('#')[0] === step)
  return [...new Set(meant.map(({ item }) => String(item)))].sort()
}

export function costOf(events: readonly Event[]): number {
  return eventsOf(events, 'call-ended').reduce((sum, { cost }) => sum + (cost ?? 0), 0)
}
