/** A run's events into what its page shows: lanes of items and credentials on one axis, and a row for each item. */
import type { Event } from '../../model/event.ts'
import type { ItemId } from '../../model/ids.ts'
import { stateOf, stateWords } from '../view/item-state.ts'
import type { Summary } from '../view/summary.ts'
import { reasonOf, resultWords } from '../words/summary-words.ts'
import { shortened } from './html/html.ts'
import type { Link, PageData } from './page-data.ts'
import { CredentialTracks } from './tracks/credential-tracks.ts'
import { ItemTrack } from './tracks/item-track.ts'
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
  const credentials = new CredentialTracks(startedAt)
  const tracks = items.map((_, item) => {
    const stepNumber = (name: string) => steps.number(name)
    return new ItemTrack(stepNumber, (lease) => credentials.addLease({ ...lease, item }))
  })
  const trackOf = new Map(items.map(({ id }, item) => [id, tracks[item]]))
  const pauses = new Pauses()
  const sleeps: number[] = []
  const stops: [number, string][] = []
  for (const event of events) {
    const at = event.at - startedAt
    if (at > untilMs) continue // written while it is read, or its clock was set back
    if ('item' in event) trackOf.get(event.item)?.add(event, at)
    credentials.add(event, at)
    pauses.add(event, at)
    if (event.type === 'run-resumed') sleeps.push(at - event.suspendedMs, at)
    if (event.type === 'run-stopping') stops.push([at, `stopping: ${event.cause}`])
  }
  for (const track of tracks) track.end(untilMs)
  const { names, spans } = steps.byTime(tracks.map((track) => track.steps.packed))
  return {
    paidTwice: tracks.reduce((sum, { paidTwice }) => sum + paidTwice.count, 0),
    data: {
      startedAt,
      untilMs,
      sleeps,
      stops,
      items: {
        ...summaryColumns(summary),
        workers: tracks.map(({ workers }) => workers.packed),
        spans,
        waits: tracks.map(({ waits }) => waits.packed),
        marks: tracks.map(({ marks }) => marks),
        links: items.map(({ id }) => linksOf(id)),
      },
      steps: names.map((step) => shortened(step, LONGEST_TITLE)),
      credentials: credentials.lanes(untilMs, { isRunning: summary.state === 'running' }),
      pauses: pauses.lanes(untilMs),
    },
  }
}

function summaryColumns({ items, state }: Summary) {
  return {
    label: items.map(({ label }) => label),
    title: items.map(({ id, title }) => (title === id ? '' : shortened(title, LONGEST_TITLE))),
    outcome: items.map((item) => stateWords(stateOf(item, state))),
    reason: items.map((item) =>
      item.outcome === 'pending' ? '' : shortened(reasonOf(item), LONGEST_REASON),
    ),
    result: items.map((item) => shortened(resultWords(item), LONGEST_REASON)),
    durationMs: items.map(({ durationMs }) => durationMs),
    waitedMs: items.map(({ waitedMs }) => waitedMs),
    attempts: items.map(({ attempts }) => attempts),
    calls: items.map(({ calls }) => calls),
    inputTokens: items.map(({ inputTokens }) => inputTokens),
    outputTokens: items.map(({ outputTokens }) => outputTokens),
    cost: items.map(({ cost }) => (cost === null ? null : Number(cost.toFixed(6)))),
    estimatedCost: items.map(({ estimatedCost }) => Number(estimatedCost.toFixed(6))),
  }
}
