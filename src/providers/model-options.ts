/**
 * How a model is asked, in terms of the AI SDK: it knows the option of each vendor and model for an effort of reasoning,
 * and warns of what a model does not take.
 */
import type { LanguageModelV4CallOptions, SharedV4Warning } from '@ai-sdk/provider'
import type { Protocol } from '../model/calls/provider.ts'
import { EFFORT_SHARES, type RoleSettings } from '../model/calls/roles.ts'

export type HowAsked = Omit<RoleSettings, 'model'>

/** Nobody reads a summary of thoughts, and OpenAI refuses it to organizations that are not verified. */
const NO_SUMMARY = { openai: { reasoningSummary: null } }

export function optionsOf({
  maxOutputTokens,
  reasoning,
  temperature,
}: HowAsked): Pick<
  LanguageModelV4CallOptions,
  'maxOutputTokens' | 'reasoning' | 'temperature' | 'providerOptions'
> {
  return {
    maxOutputTokens,
    ...(reasoning !== undefined && { reasoning, providerOptions: NO_SUMMARY }),
    ...(temperature !== undefined && { temperature }),
  }
}

/** Settings of the role that the model does not take as they are. */
export function unsupported(
  warnings: readonly SharedV4Warning[],
  { maxOutputTokens }: HowAsked,
): string[] {
  return warnings.flatMap((warning) => {
    if (!('feature' in warning)) return []
    const { feature, details = 'not supported by this model' } = warning
    // With a budget for thoughts, the SDK would have asked for more than the role may.
    const isOurs = feature !== 'maxOutputTokens' || details.startsWith(`${maxOutputTokens} `)
    return OURS.test(feature) && isOurs ? [`${feature}: ${details}`] : []
  })
}

const OURS = /^(reasoning|temperature|maxOutputTokens)$/

/** The least that Anthropic takes as a budget. */
const LEAST_BUDGET = 1_024

/**
 * Anthropic's older models have a budget of tokens for thoughts. The SDK takes it from the longest answer of the model and
 * adds it to the limit of output; here it is a share of the limit, which then holds for thoughts and answer, as
 * with every other provider.
 */
export function withBudgetInside(protocol: Protocol, body: string, how: HowAsked): string {
  const { reasoning, maxOutputTokens } = how
  if (protocol !== 'anthropic' || reasoning === undefined) return body
  const { thinking, ...request } = JSON.parse(body)
  if (thinking?.type !== 'enabled') return body
  const most = Math.min(maxOutputTokens, request.max_tokens)
  const share = Math.max(LEAST_BUDGET, Math.round(EFFORT_SHARES[reasoning] * most))
  const isRoom = most >= 2 * LEAST_BUDGET
  const budget = Math.min(share, most - LEAST_BUDGET)
  return JSON.stringify({
    ...request,
    max_tokens: most,
    ...(isRoom && { thinking: { ...thinking, budget_tokens: budget } }),
  })
}
