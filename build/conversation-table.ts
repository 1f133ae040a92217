/** How the conversations of runs went, out of their events: one row for each item, as a Markdown table. */
import type { Event } from '../src/model/event.ts'

interface Call {
  readonly item: string
  readonly role: string
  readonly task: string
  readonly turns: number
  readonly isAgain: boolean
  inputTokens: number
  cachedTokens: number
  outputTokens: number
  cost: number
}

/**
 * What tasks are asked for, by the last part of their name: `fix` is asked for by checks, `revise` by a review, `look` and
 * `needs` after a request to be shown more, `amend` for files beyond the design.
 */
const KINDS = ['look', 'draft', 'tests', 'code', 'fix', 'review', 'needs', 'revise', 'amend']

/** @param runs The events of each run. */
export function conversationTable(runs: readonly (readonly Event[])[]): string {
  const labels = new Map<string, string>()
  const calls: Call[] = []
  for (const [number, events] of runs.entries()) {
    const open = new Map<string, Call>()
    for (const event of events) {
      const key = 'item' in event && 'ask' in event ? `${event.item} ${event.ask}` : ''
      if (event.type === 'item-queued') labels.set(`${number} ${event.item}`, event.label)
      else if (event.type === 'call-started') open.set(key, callOf(event, labels, number))
      else if (event.type === 'call-ended') {
        const call = open.get(key)
        if (call !== undefined) calls.push(Object.assign(call, usageOf(event)))
      }
    }
  }
  const items = Map.groupBy(calls, ({ item }) => item)
  const kinds = KINDS.filter((kind) => calls.some((call) => kindOf(call) === kind))
  const names = [
    ...kinds,
    'asked again',
    'calls',
    'tokens in',
    'from round 2 on a prefix',
    'cached',
  ]
  const head = ['item', ...names, 'tokens out', 'cost']
  const rows = [...items].map(([item, own]) => row(item, own, kinds))
  return [
    head,
    head.map(() => '---'),
    ...rows,
    ...(items.size > 1 ? [row('all', calls, kinds)] : []),
  ]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n')
}

function callOf(
  event: Extract<Event, { type: 'call-started' }>,
  labels: ReadonlyMap<string, string>,
  run: number,
): Call {
  const { item, role, task, turns = 0, again = false } = event
  const none = { inputTokens: 0, cachedTokens: 0, outputTokens: 0, cost: 0 }
  return { item: labels.get(`${run} ${item}`) ?? item, role, task, turns, isAgain: again, ...none }
}

function usageOf({ usage, cost }: Extract<Event, { type: 'call-ended' }>) {
  const { inputTokens = 0, cachedTokens = 0, outputTokens = 0 } = usage ?? {}
  return { inputTokens, cachedTokens, outputTokens, cost: cost ?? 0 }
}

function kindOf({ task }: Call): string {
  return task.slice(task.lastIndexOf('.') + 1)
}

function row(item: string, calls: readonly Call[], kinds: readonly string[]): string[] {
  const sum = (of: (call: Call) => number) => calls.reduce((total, call) => total + of(call), 0)
  const tokens = sum(({ inputTokens }) => inputTokens)
  return [
    item,
    ...kinds.map((kind) => String(calls.filter((call) => kindOf(call) === kind).length)),
    String(calls.filter(({ isAgain }) => isAgain).length),
    String(calls.length),
    String(tokens),
    percent(...prefixOf(calls)),
    percent(
      sum(({ cachedTokens }) => cachedTokens),
      tokens,
    ),
    String(sum(({ outputTokens }) => outputTokens)),
    `$${sum(({ cost }) => cost).toFixed(2)}`,
  ]
}

/**
 * Of the later questions of conversations: tokens that were sent with the one before, and all tokens. After a look the
 * repository is shown for the first time, so that what follows it is the first round still.
 */
function prefixOf(calls: readonly Call[]): [number, number] {
  let [prefix, all] = [0, 0]
  for (const [index, call] of calls.entries()) {
    const isBefore = ({ item, role }: Call) => item === call.item && role === call.role
    const before = calls.slice(0, index).findLast(isBefore)
    if (call.turns === 0 || before === undefined || kindOf(before) === 'look') continue
    prefix += Math.min(before.inputTokens, call.inputTokens)
    all += call.inputTokens
  }
  return [prefix, all]
}

function percent(part: number, whole: number): string {
  return whole === 0 ? '' : `${Math.round((100 * part) / whole)}%`
}
