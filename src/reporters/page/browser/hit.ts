/** The element at a point, and its details. */
import { clockText, formatDuration } from '../../words/format-duration.ts'
import { type CredentialLane, LEASES, WAITS } from '../page-data.ts'
import { type LaneSpan, type Lanes, laneOf } from './lanes.ts'
import type { Layout } from './layout.ts'

interface Rows {
  readonly layout: Layout
  readonly rows: readonly number[]
  readonly scroll: number
}

/** Number of the lane at this height; -1 between lanes. */
export function laneAt({ data, items }: Lanes, y: number, { layout, rows, scroll }: Rows): number {
  const { itemsTop, itemsHeight, rowHeight } = layout
  if (y >= itemsTop && y < itemsTop + itemsHeight)
    return rows[Math.floor((y - itemsTop + scroll) / rowHeight)] ?? -1
  const pause = Math.floor((y - layout.pausesTop) / layout.pauseHeight)
  if (pause >= 0 && pause < data.pauses.length) return items.length + pause
  const credential = Math.floor((y - layout.credentialsTop) / layout.credentialHeight)
  if (credential < 0 || credential >= data.credentials.length) return -1
  return items.length + data.pauses.length + credential
}

/** The bottom of the lane, where its details are shown. */
export function laneBottom(
  { data, items }: Lanes,
  lane: number,
  { layout, rows, scroll }: Rows,
): number {
  const { itemsTop, rowHeight, pausesTop, pauseHeight, credentialsTop, credentialHeight } = layout
  if (lane < items.length) return itemsTop + (rows.indexOf(lane) + 1) * rowHeight - scroll
  const pause = lane - items.length
  if (pause < data.pauses.length) return pausesTop + (pause + 1) * pauseHeight
  return credentialsTop + (pause - data.pauses.length + 1) * credentialHeight
}

/** Lines about a lane at a moment; without one, about the lane as a whole. */
export function detailsOf(lanes: Lanes, lane: number, at: number | undefined): string[] {
  const { item, pause, credential } = laneOf(lanes, lane)
  const moment = at === undefined ? [] : [`at ${clockText(at)}`]
  if (item !== undefined) return [...itemDetails(lanes, lane, at), ...moment]
  if (pause !== undefined) {
    const [, , words] =
      pause.pauses.find(([from, until]) => at !== undefined && at >= from && at < until) ?? []
    return [pause.name, words ?? 'credentials available', ...moment]
  }
  return credential === undefined ? [] : [...credentialDetails(lanes, credential, at), ...moment]
}

function itemDetails({ data, items }: Lanes, item: number, at: number | undefined): string[] {
  const { label, title, outcome, reason, result, durationMs, waitedMs, attempts, marks } =
    data.items
  const lane = items[item]
  const lines = [`${label[item]} ${title[item]}`.trim()]
  if (at !== undefined && lane !== undefined) {
    const isNow = ({ from, until }: LaneSpan) => at >= from && at < until
    const words = ({ from, until }: LaneSpan) => formatDuration(until - from)
    const step = lane.spans.find(isNow)
    if (step !== undefined) lines.push(`${data.steps[step.which]}, ${words(step)}`)
    const wait = lane.waits.find(isNow)
    if (wait !== undefined)
      lines.push(`waits for a credential: ${WAITS[wait.which]}, ${words(wait)}`)
  }
  for (const [, when, words] of marks[item] ?? []) lines.push(`${clockText(when)} ${words}`)
  const tries = (attempts[item] ?? 0) > 1 ? `, ${attempts[item]} workers` : ''
  const waited = (waitedMs[item] ?? 0) > 0 ? `, waited ${formatDuration(waitedMs[item] ?? 0)}` : ''
  const took =
    (attempts[item] ?? 0) === 0
      ? ''
      : `${between(outcome[item])}${formatDuration(durationMs[item] ?? 0)}`
  lines.push(`${outcome[item]}${took}${waited}${tries}`)
  for (const words of [reason[item], result[item]]) if (words) lines.push(words)
  return lines
}

function between(outcome = ''): string {
  if (outcome === 'running') return ' for '
  return outcome === 'cut off' ? ' after ' : ' in '
}

function credentialDetails(
  { data }: Lanes,
  credential: CredentialLane,
  at: number | undefined,
): string[] {
  const { id, provider, scope, usage, leases, rests, rejectedMs } = credential
  const where = [provider, scope === id ? '' : `limits shared by ${scope}`].filter(
    (text) => text !== '',
  )
  const lines = [id, ...(where.length === 0 ? [] : [where.join(', ')])]
  const of = usage.limit === null ? '' : ` of ${usage.limit.toLocaleString('en')}`
  const used = at === undefined ? usage.peak : valueAt(usage.points, at)
  lines.push(`${at === undefined ? 'at most ' : ''}${used.toLocaleString('en')}${of} ${usage.unit}`)
  if (at === undefined)
    lines.push(`${plural(leases.length, 'call')}, ${plural(rests.length, 'cooldown')}`)
  for (const [from, ms, item, outcome] of leases)
    if (at !== undefined && at >= from && at <= from + ms)
      lines.push(`${data.items.label[item]}: ${LEASES[outcome]}, ${formatDuration(ms)}`)
  for (const [from, until, words] of rests)
    if (at !== undefined && at >= from && at < until)
      lines.push(`${words} until ${clockText(until)}`)
  if (rejectedMs !== null) lines.push(`not accepted since ${clockText(rejectedMs)}`)
  return lines
}

/** Interpolated between two points. */
function valueAt(points: readonly number[], at: number): number {
  let index = 0
  while (index < points.length && (points[index] ?? 0) <= at) index += 2
  const [from, before] = [points[index - 2] ?? 0, points[index - 1] ?? 0]
  const [until, after] = [points[index] ?? at, points[index + 1] ?? before]
  const share = until === from ? 0 : (at - from) / (until - from)
  return Math.round((before + share * (after - before)) * 10) / 10
}

function plural(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`
}
