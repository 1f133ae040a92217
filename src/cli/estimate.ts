/**
 * What a run would ask and cost, before it asks anybody: the size of its prompts, times the prices of
 * its models, times the rounds. From everything being right at once to every round being needed.
 */
import type { LoadedWorkflow } from '../authoring/load-workflow.ts'
import type { ExpectedCall } from '../authoring/workflow.ts'
import type { Item } from '../model/item.ts'
import { parseModelName } from '../model/language-model.ts'
import type { ModelSettings } from '../model/model-settings.ts'
import { estimateTokens } from '../providers/lease-request.ts'
import { costOf } from '../providers/prices.ts'

interface Range {
  readonly least: number
  readonly most: number
}

export interface Estimate {
  readonly calls: Range
  /** Dollars; null when a price is not known. */
  readonly cost: Range | null
  /** The models whose prices these are, or why there is no price. */
  readonly by: string
}

/** What prompts show of the repository and of earlier answers, in tokens: little, or a lot. */
const CONTEXT: Range = { least: 500, most: 6_000 }

export function estimateRun(options: {
  readonly workflow: Pick<LoadedWorkflow, 'calls' | 'prompts'>
  readonly items: readonly Pick<Item, 'title' | 'body'>[]
  readonly roles: ModelSettings['roles']
  readonly prices: ModelSettings['prices']
}): Estimate | null {
  const { workflow, items, roles, prices } = options
  if (workflow.calls.length === 0) return null
  const names = [...new Set(workflow.calls.map(({ role }) => roles[role] ?? ''))]
  const missing = workflow.calls.find(({ role }) => roles[role] === undefined)?.role
  const unpriced = names.find((name) => name !== '' && priceless(name, prices))
  const bodies = items.map(({ title, body }) => estimateTokens(`${title}\n${body}`))
  const sum = (end: keyof Range, value: (call: ExpectedCall, body: number) => number) =>
    bodies.reduce((total, body) => {
      const calls = workflow.calls.map((call) => timesOf(call)[end] * value(call, body))
      return total + calls.reduce((one, other) => one + other, 0)
    }, 0)
  const costAt = (end: keyof Range) =>
    sum(end, (call, body) => {
      const { model } = parseModelName(roles[call.role] ?? '')
      const texts = call.prompts.map((name) => workflow.prompts[name] ?? '')
      const inputTokens = estimateTokens(texts.join('\n')) + body + CONTEXT[end]
      const usage = { inputTokens, outputTokens: call.answer, cachedTokens: 0 }
      return costOf(model, usage, prices) ?? 0
    })
  const calls = { least: sum('least', () => 1), most: sum('most', () => 1) }
  if (missing !== undefined)
    return { calls, cost: null, by: `there is no model for the role ${missing}` }
  if (unpriced !== undefined)
    return {
      calls,
      cost: null,
      by: `the price of ${unpriced} is not known; set prices in the config`,
    }
  return { calls, cost: { least: costAt('least'), most: costAt('most') }, by: names.join(' and ') }
}

export function estimateLine({ calls, cost, by }: Estimate): string {
  const many = `Estimate: ${rangeWords(calls, String)} model calls`
  if (cost === null) return `${many}; cost unknown: ${by}.`
  return `${many}, ${rangeWords(cost, dollars)} (prices of ${by}).`
}

function timesOf({ times: [least, most] }: ExpectedCall): Range {
  return { least, most }
}

function priceless(name: string, prices: ModelSettings['prices']): boolean {
  const usage = { inputTokens: 1, outputTokens: 1, cachedTokens: 0 }
  return costOf(parseModelName(name).model, usage, prices) === undefined
}

function rangeWords({ least, most }: Range, words: (value: number) => string): string {
  return words(least) === words(most) ? words(least) : `${words(least)} to ${words(most)}`
}

function dollars(value: number): string {
  return `$${value.toFixed(2)}`
}
