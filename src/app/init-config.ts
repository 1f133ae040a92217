/** The config file that `agentos init` writes: which models, whose keys, how to make a worktree ready. */

/** A key that the environment has: only the name of its variable is known here. */
export interface FoundKey {
  readonly provider: string
  readonly variable: string
}

/** The first variable of each vendor that is set is taken. */
const VENDORS = [
  { provider: 'anthropic', model: 'claude-sonnet-4-5', variables: ['ANTHROPIC_API_KEY'] },
  {
    provider: 'google',
    model: 'gemini-2.5-pro',
    variables: ['GEMINI_API_KEY', 'GOOGLE_API_KEY', 'GOOGLE_GENERATIVE_AI_API_KEY'],
  },
  { provider: 'openai', model: 'gpt-5', variables: ['OPENAI_API_KEY'] },
] as const

const DRAFTERS = ['anthropic', 'openai', 'google']
const REVIEWERS = ['google', 'openai', 'anthropic']

export const KEY_VARIABLES: readonly string[] = VENDORS.flatMap(({ variables }) => variables)

export function findKeys(environment: NodeJS.ProcessEnv): FoundKey[] {
  return VENDORS.flatMap(({ provider, variables }) => {
    const variable = variables.find((name) => (environment[name] ?? '').trim() !== '')
    return variable === undefined ? [] : [{ provider, variable }]
  })
}

/** Drafter and reviewer, of two vendors if there are keys of two. */
export function chooseModels(
  keys: readonly FoundKey[],
): { readonly drafter: string; readonly reviewer: string } | undefined {
  const has = (provider: string) => keys.some((key) => key.provider === provider)
  const drafter = DRAFTERS.find(has)
  if (drafter === undefined) return undefined
  const reviewer = REVIEWERS.find((name) => has(name) && name !== drafter) ?? drafter
  return { drafter: modelOf(drafter), reviewer: modelOf(reviewer) }
}

function modelOf(provider: string): string {
  return `${provider}:${VENDORS.find((vendor) => vendor.provider === provider)?.model}`
}

export function configText(found: {
  readonly keys: readonly FoundKey[]
  readonly setup: string | undefined
  /** How tests are run, for people; detection finds it again. */
  readonly tests: string | undefined
}): string {
  const { keys, setup, tests } = found
  const models = chooseModels(keys)
  const lines = [
    ...(models === undefined ? withoutKeys() : withKeys(models, keys)),
    tests === undefined
      ? `  // No way to run the tests was found; agentos implement needs one: implement: { test: '…' }`
      : `  // Tests: ${tests}. Another command: implement: { test: '…' }`,
    ...(setup === undefined ? [] : [`  implement: { setup: '${setup}' },`]),
  ]
  return `import { defineConfig } from 'agentos'

export default defineConfig({
${lines.join('\n')}
})
`
}

function withKeys(
  { drafter, reviewer }: { readonly drafter: string; readonly reviewer: string },
  keys: readonly FoundKey[],
): string[] {
  return [
    '  // One writes, the other reviews; two vendors see more than one.',
    `  models: { drafter: '${drafter}', reviewer: '${reviewer}' },`,
    '  // Keys stay in the environment; a variable may hold several, separated by commas.',
    '  credentials: [',
    ...keys.map(
      ({ provider, variable }) =>
        `    { id: '${provider}', provider: '${provider}', from: 'env:${variable}' },`,
    ),
    '  ],',
  ]
}

function withoutKeys(): string[] {
  return [
    '  // No key was found in the environment. Until there is one, --mock asks the mock provider.',
    `  // models: { drafter: '${modelOf('anthropic')}', reviewer: '${modelOf('google')}' },`,
    '  // credentials: [',
    `  //   { id: 'anthropic', provider: 'anthropic', from: 'env:ANTHROPIC_API_KEY' },`,
    `  //   { id: 'google', provider: 'google', from: 'env:GEMINI_API_KEY' },`,
    '  // ],',
  ]
}
