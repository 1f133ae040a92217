/** The cells of an item in the table: for the static HTML and for the script. */
import { itemCostWords } from '../../words/cost-words.ts'
import { formatDuration } from '../../words/format-duration.ts'
import type { ItemColumns } from '../page-data.ts'

export interface Column {
  readonly name: string
  readonly isNumber: boolean
  /** The shown text. */
  readonly text: (items: ItemColumns, row: number) => string
  /** The sort key. */
  readonly value: (items: ItemColumns, row: number) => number | string
}

export const COLUMNS: readonly Column[] = [
  words('Item', (items) => items.label),
  words('Title', (items) => items.title),
  words('Outcome', (items) => items.outcome),
  words('Reason', (items) => items.reason),
  words('Result', (items) => items.result),
  numbers('Duration', (items) => items.durationMs, durationText),
  numbers('Waited', (items) => items.waitedMs, durationText),
  numbers('Attempts', (items) => items.attempts, countText),
  numbers('Calls', (items) => items.calls, countText),
  numbers('Tokens in', (items) => items.inputTokens, countText),
  numbers('Tokens out', (items) => items.outputTokens, countText),
  {
    name: 'Cost',
    isNumber: true,
    text: costText,
    value: (items, row) => items.cost[row] ?? -1,
  },
]

function words(name: string, list: (items: ItemColumns) => readonly string[]): Column {
  const text = (items: ItemColumns, row: number) => list(items)[row] ?? ''
  return { name, isNumber: false, text, value: text }
}

function numbers(
  name: string,
  list: (items: ItemColumns) => readonly number[],
  shown: (value: number) => string,
): Column {
  const value = (items: ItemColumns, row: number) => list(items)[row] ?? 0
  return { name, isNumber: true, text: (items, row) => shown(value(items, row)), value }
}

function durationText(ms: number): string {
  return ms === 0 ? '–' : formatDuration(ms)
}

function countText(count: number): string {
  return count === 0 ? '–' : count.toLocaleString('en')
}

function costText(items: ItemColumns, row: number): string {
  const cost = items.cost[row] ?? null
  if (items.calls[row] === 0 && cost === 0) return '–'
  return itemCostWords({ cost, estimatedCost: items.estimatedCost[row] ?? 0 }) ?? 'unknown'
}
