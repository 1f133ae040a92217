/** A run's events into what its page shows: lanes of items and credentials on one axis, and a row for each item. */
import type { Event } from '../../model/event.ts'
import type { ItemId } from '../../model/ids.ts'
import { stateOf, stateWords } from '../view/item-state.ts'
import type { Summary } from '../view/summary.ts'
import { reasonOf } from '../words/summary-words.ts'
import { shortened } from './html/html.ts'
import type { ItemColumns, Link, PageData } from './page-data.ts'
import { ItemTrack } from './tracks/item-track.ts'
import { LeaseTracks } from './tracks/lease-tracks.ts'
import { PaidTwice } from './tracks/paid-twice.ts'
import { Pauses } from './tracks/pauses.ts'
import { StepNames } from './tracks/step-names.ts'

export const LONGEST_TITLE = 200
const LONGEST_REASON = 600

export interface PageFold {
  readonly data: PageData
  readonly paidTwice: number
}

export function foldPage(
  events: Iterable<Event>,
  summary: Summary,
  linksOf: (item: ItemId) => readonly Link[],
): PageFold {
  const { startedAt, durationMs: untilMs, items } = summary
  const steps = new StepNames()
  const tracks = new Map(items.map(({ id }) => [id, new ItemTrack((name) => steps.number(name))]))
  const numbers = new Map(items.map(({ id }, index) => [id, index]))
  const leases = new LeaseTracks((item) => numbers.get(item) ?? -1)
  const pauses = new Pauses()
  const paidTwice = new PaidTwice()
  const sleeps: number[] = []
  const stops: [number, string][] = []
  for (const event of events) {
    const at = event.at - startedAt
    if (at > untilMs) continue // written while it is read, or its clock was set back
    if ('item' in event) tracks.get(event.item)?.add(event, at)
    leases.add(event, at)
    pauses.add(event, at)
    paidTwice.add(event)
    if (event.type === 'run-resumed') sleeps.push(at - event.suspendedMs, at)
    if (event.type === 'run-stopping') stops.push([at, `stopping: ${event.cause}`])
  }
  for (const track of tracks.values()) track.end(untilMs)
  return {
    paidTwice: paidTwice.count,
    data: {
      ...{ startedAt, untilMs, sleeps, stops },
      items: columnsOf(summary, { tracks: [...tracks.values()], steps, linksOf }),
      steps: steps.byTime().map((step) => shortened(step, LONGEST_TITLE)),
      credentials: leases.lanes(untilMs, { isRunning: summary.state === 'running' }),
      pauses: pauses.lanes(untilMs),
    },
  }
}

function columnsOf(
  { items, state }: Summary,
  {
    tracks,
    steps,
    linksOf,
  }: {
    readonly tracks: readonly ItemTrack[]
    readonly steps: StepNames
    readonly linksOf: (item: ItemId) => readonly Link[]
  },
): ItemColumns {
  for (const { spans } of tracks) steps.count(spans.numbers)
  return {
    label: items.map(({ label }) => label),
    title: items.map(({ id, title }) => (title === id ? '' : shortened(title, LONGEST_TITLE))),
    outcome: items.map((item) => stateWords(stateOf(item, state))),
    reason: items.map((item) =>
      item.outcome === 'pending' ? '' : shortened(reasonOf(item), LONGEST_REASON),
    ),
    durationMs: items.map(({ durationMs }) => durationMs),
    waitedMs: items.map(({ waitedMs }) => waitedMs),
    attempts: items.map(({ attempts }) => attempts),
    calls: items.map(({ calls }) => calls),
    inputTokens: items.map(({ inputTokens }) => inputTokens),
    outputTokens: items.map(({ outputTokens }) => outputTokens),
    cost: items.map(({ cost }) => (cost === null ? null : Number(cost.toFixed(6)))),
    estimatedCost: items.map(({ estimatedCost }) => Number(estimatedCost.toFixed(6))),
    workers: tracks.map(({ workers }) => workers.numbers),
    spans: steps.renumbered(tracks.map(({ spans }) => spans.numbers)),
    waits: tracks.map(({ waits }) => waits.numbers),
    marks: tracks.map(({ marks }) => marks),
    links: items.map(({ id }) => linksOf(id)),
  }
}
