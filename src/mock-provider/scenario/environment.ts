/** Refusals and limits from the environment, on top of any scenario. */
import { UsageError } from '../../model/usage-error.ts'
import { parseScenario, type Scenario } from './scenario.ts'

const SIMULATE_429 = 'AGENTOS_SIMULATE_429'
const CREDENTIAL_LIMIT = 'AGENTOS_CREDENTIAL_LIMIT'

export function withEnvironment(
  scenario: Scenario,
  environment: Readonly<Record<string, string | undefined>>,
): Scenario {
  const simulated = environment[SIMULATE_429] || undefined
  const limited = environment[CREDENTIAL_LIMIT] || undefined
  const more = parseScenario(
    {
      rules: simulated === undefined ? [] : [{ when: which(simulated), answer: { error: 'rate' } }],
      limits:
        limited === undefined ? [] : [{ requests: fromOne(limited, CREDENTIAL_LIMIT, 'from 1') }],
    },
    'environment',
  )
  return {
    ...scenario,
    rules: [...more.rules, ...scenario.rules],
    limits: [...more.limits, ...scenario.limits],
  }
}

/** `3` is every third call, `first:3` the first three. */
function which(text: string): { readonly every?: number } | { readonly first: number } {
  const meant = 'n for every n-th call or first:n, from 1'
  const isFirst = text.startsWith('first:')
  const number = fromOne(isFirst ? text.slice('first:'.length) : text, SIMULATE_429, meant, text)
  return isFirst ? { first: number } : { every: number }
}

function fromOne(text: string, variable: string, meant: string, got = text): number {
  const value = Number(text)
  if (/^\d+$/.test(text) && value >= 1 && Number.isSafeInteger(value)) return value
  throw new UsageError(
    'variable-invalid',
    `Expected the variable ${variable} to be a whole number, ${meant}, got \`${got}\`.`,
  )
}
