import type { Failure } from '../model/failure.ts'
import type { HowAsked } from '../providers/model-options.ts'

const ABOUT = { reasoning: /reason|thinking|effort/i, temperature: /temperature/i }

/** With the settings of the role that a refusal is about. */
export function withSettings(failure: Failure, role: string, how: HowAsked): Failure {
  if (failure.reason !== 'model-call-failed' || failure.isFinal !== true) return failure
  const meant = (['reasoning', 'temperature'] as const)
    .filter((key) => how[key] !== undefined && ABOUT[key].test(failure.message))
    .map((key) => `models.${role}.${key} is ${how[key]}`)
  if (meant.length === 0) return failure
  return { ...failure, message: `${failure.message.replace(/\.$/, '')} (${meant.join(', ')})` }
}
