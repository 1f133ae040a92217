/**
 * The rows at the bottom of a terminal: running items with step, duration, credential and title, and the
 * progress of the run. No row is ever as wide as the terminal.
 */
import type { ItemView } from '../view/item-view.ts'
import type { RunView } from '../view/run-view.ts'
import { clockText } from '../words/format-duration.ts'
import { waitWords, writtenWords } from '../words/wait-words.ts'
import { cleanWords } from './clean-text.ts'
import { type Look, paint, signs } from './look.ts'
import { paintOutcomes } from './outcome-colours.ts'
import { progressOf } from './progress.ts'
import { timeLeftMs, timeLeftWords } from './time-left.ts'
import { cutTo, padTo, widthOf } from './width.ts'

const WIDEST = 79
const MOST_ITEMS = 4
const BAR_CELLS = 20
const WIDEST_LABEL = 40
const WIDEST_STEP = 18
/** Less of a title says nothing. */
const LEAST_TITLE = 10

export interface FooterOptions {
  readonly now: number
  readonly columns: number
  readonly rows: number
  readonly look: Look
}

export function footerRows(view: RunView, options: FooterOptions): string[] {
  if (view.started === undefined || view.items.size === 0) return []
  const width = Math.max(1, Math.min(options.columns - 1, WIDEST))
  const { look } = options
  const running = [...view.items.values()].filter(({ state }) => state === 'running')
  const most = Math.max(0, Math.min(MOST_ITEMS, options.rows - 4))
  const shown = running.slice(0, running.length <= most + 1 ? most + 1 : most)
  const labels = widest(
    WIDEST_LABEL,
    shown.map(({ label }) => label),
  )
  const steps = widest(WIDEST_STEP, shown.map(doing))
  const served = widest(
    WIDEST_STEP,
    shown.map((item) => rest(item, options.now)),
  )
  const more = running.length - shown.length
  const rule = signs(look).rule.repeat(Math.min(40, width))
  return [
    paint(rule, 'dim', look),
    ...shown.map((item) => itemRow(item, { ...options, labels, steps, served, width })),
    ...(more > 0 ? [cutTo(`   + ${more} more running`, width, signs(look).more)] : []),
    // Two columns are left for `^C`, which the terminal shows behind it.
    paintOutcomes(
      cutTo(progressRow(view, options.now, width - 2), width - 2, signs(look).more),
      look,
    ),
  ]
}

function itemRow(
  item: ItemView,
  options: FooterOptions & Record<'labels' | 'steps' | 'served' | 'width', number>,
): string {
  const { now, look, labels, steps, served, width } = options
  const { running, waiting, more } = signs(look)
  const wait = item.wait()
  const step = item.life.steps.at(-1)
  const label = padTo(cutTo(item.label, labels, more), labels)
  const since = wait?.since ?? step?.since ?? item.startedAt ?? now
  const what = padTo(cutTo(doing(item), steps, more), steps)
  const serving = served === 0 ? '' : `  ${padTo(rest(item, now), served)}`
  const words = `${label}  ${what}  ${clock(now - since).padStart(5)}${serving}`
  const sign = wait === undefined ? paint(running, 'cyan', look) : paint(waiting, 'yellow', look)
  const title = titleIn(item, { room: width - 5 - widthOf(words), more })
  if (title === '') return ` ${sign} ${cutTo(words.trimEnd(), width - 3, more)}`
  return ` ${sign} ${words}  ${paint(title, 'dim', look)}`
}

/** As much of the title as fits; nothing if that is too little, or if the label says it. */
function titleIn(
  { id, label, title }: ItemView,
  { room, more }: { readonly room: number; readonly more: string },
): string {
  const words = cleanWords(title)
  if (words === id || words === label || room < Math.min(LEAST_TITLE, widthOf(words))) return ''
  return cutTo(words, room, more)
}

/** The credential that serves it, or what it waits for. */
function rest(item: ItemView, now: number): string {
  const wait = item.wait()
  if (wait !== undefined) return waitWords(wait, now)
  return [...item.credentials(), ...writtenWords(item.writtenTokens())].join(', ')
}

function doing(item: ItemView): string {
  return item.wait() === undefined ? (item.life.steps.at(-1)?.name ?? '') : 'waits'
}

function widest(limit: number, texts: readonly string[]): number {
  return Math.min(limit, Math.max(0, ...texts.map(widthOf)))
}

/** The longest row that fits: first the bar gets shorter, then less important parts are left out. */
function progressRow(view: RunView, now: number, width: number): string {
  const { ended, total, running, waiting, queued, failed, gated, cost } = progressOf(view)
  const left = timeLeftMs(view, now)
  const outlook =
    view.stopping !== undefined ? 'stopping' : left === undefined ? '' : timeLeftWords(left)
  const counts = [
    failed === 0 ? '' : `${failed} failed`,
    gated === 0 ? '' : `${gated} at a gate`,
    `${running} running`,
    waiting === 0 ? '' : `${waiting} waiting`,
    queued === 0 ? '' : `${queued} queued`,
  ]
  const took = clock(now - (view.started?.at ?? now) - view.sleptMs)
  const count = `${ended}/${total}`
  const rows = [
    [`${bar(ended / total, BAR_CELLS)} ${count}`, ...counts, cost, took, outlook],
    [`${bar(ended / total, BAR_CELLS / 2)} ${count}`, ...counts, cost, took, outlook],
    [`${bar(ended / total, BAR_CELLS / 2)} ${count}`, ...counts, cost, outlook],
    [count, ...counts, cost, outlook],
    [count, ...counts, outlook],
    [count, ...counts],
  ].map((parts) => ` ${parts.filter((part) => part !== '').join('  ')}`)
  return rows.find((row) => widthOf(row) <= width) ?? rows.at(-1) ?? ''
}

/** Ended items fill it, whatever their outcome, so it always reaches the end. */
function bar(share: number, cells: number): string {
  const full = Math.round(share * cells)
  const filled = full === 0 ? '' : `${'='.repeat(full - 1)}${full === cells ? '=' : '>'}`
  return `[${filled.padEnd(cells)}]`
}

function clock(ms: number): string {
  return clockText(Math.max(0, Math.floor(ms / 1_000)) * 1_000)
}
