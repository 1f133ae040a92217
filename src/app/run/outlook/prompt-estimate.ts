/**
 * What a run would ask and cost, before it asks anybody: the size of its prompts, times the prices of
 * its models, times the rounds. From everything being right at once to every round being needed.
 */
import type { LoadedWorkflow } from '../../../authoring/checked-workflow.ts'
import type { ExpectedCall } from '../../../authoring/workflow.ts'
import { parseModelName } from '../../../model/calls/language-model.ts'
import type { ModelSettings } from '../../../model/calls/model-settings.ts'
import { EFFORT_SHARES, type RoleSettings } from '../../../model/calls/roles.ts'
import type { Item } from '../../../model/item.ts'
import type { Estimate, Range } from '../../../model/run-start.ts'
import { estimateTokens } from '../../../providers/lease-request.ts'
import { costOf, isPriced } from '../../../providers/prices.ts'

/** What a call shows of the repository, and of the conversation before it, in tokens: little, or a lot. */
const CONTEXT: Range = { least: 2_000, most: 20_000 }

export type PromptEstimate = Pick<Estimate, 'calls' | 'cost' | 'by'>

/** Null if the workflow does not say which calls it makes. */
export function estimateByPrompts(options: {
  readonly workflow: Pick<LoadedWorkflow, 'calls' | 'prompts'>
  readonly items: readonly Pick<Item, 'title' | 'body'>[]
  readonly roles: ModelSettings['roles']
  readonly prices: ModelSettings['prices']
}): PromptEstimate | null {
  const { workflow, items, roles, prices } = options
  if (workflow.calls.length === 0) return null
  const calls = {
    least: items.length * sum(workflow.calls, ({ times: [least] }) => least),
    most: items.length * sum(workflow.calls, ({ times: [, most] }) => most),
  }
  const missing = workflow.calls.find(({ role }) => roles[role] === undefined)?.role
  if (missing !== undefined)
    return { calls, cost: null, by: `there is no model for the role ${missing}` }
  const names = [...new Set(workflow.calls.map(({ role }) => roles[role]?.model ?? ''))]
  const unpriced = names.find((name) => !isPriced(parseModelName(name).model, prices))
  if (unpriced !== undefined)
    return {
      calls,
      cost: null,
      by: `the price of ${unpriced} is not known; set prices in the config`,
    }
  const bodies = sum(items, ({ title, body }) => estimateTokens(`${title}\n${body}`))
  // A call for all items at once: what it costs grows as its tokens do.
  const costOfCall = (call: ExpectedCall, end: keyof Range) => {
    const player = roles[call.role]
    const { model } = parseModelName(player?.model ?? '')
    const prompt = estimateTokens(
      call.prompts.map((name) => workflow.prompts[name] ?? '').join('\n'),
    )
    const inputTokens = bodies + items.length * (prompt + CONTEXT[end])
    const thoughts = end === 'least' ? 0 : mostThoughts(player)
    const outputTokens = items.length * (call.answer + thoughts)
    const usage = { inputTokens, outputTokens, cachedTokens: 0 }
    return costOf(model, usage, prices) ?? 0
  }
  const least = sum(workflow.calls, (call) => call.times[0] * costOfCall(call, 'least'))
  const most = sum(workflow.calls, (call) => call.times[1] * costOfCall(call, 'most'))
  return { calls, cost: { least, most }, by: names.join(' and ') }
}

/** Tokens that the role's model may think with; what it does unasked is not known. */
function mostThoughts(player: RoleSettings | undefined): number {
  const { reasoning = 'none', maxOutputTokens = 0 } = player ?? {}
  return Math.round(EFFORT_SHARES[reasoning] * maxOutputTokens)
}

function sum<T>(values: readonly T[], value: (one: T) => number): number {
  return values.reduce((total, one) => total + value(one), 0)
}
