/** The config file that `agentos init` writes: which models, whose keys, how to make a worktree ready. */

/** The first variable of each vendor that is set is taken. */
const VENDORS = [
  { provider: 'anthropic', model: 'claude-sonnet-5', variables: ['ANTHROPIC_API_KEY'] },
  {
    provider: 'google',
    model: 'gemini-3.8-flash',
    variables: ['GEMINI_API_KEY', 'GOOGLE_API_KEY', 'GOOGLE_GENERATIVE_AI_API_KEY'],
  },
  { provider: 'openai', model: 'gpt-5.6-terra', variables: ['OPENAI_API_KEY'] },
]

const DRAFTERS = ['anthropic', 'openai', 'google']
const REVIEWERS = ['google', 'openai', 'anthropic']

export const KEY_VARIABLES: readonly string[] = VENDORS.flatMap(({ variables }) => variables)

/** A key that the environment has: only the name of its variable is known here. */
export interface FoundKey {
  readonly provider: string
  /** What it would ask. */
  readonly model: string
  readonly variable: string
}

export function findKeys(environment: NodeJS.ProcessEnv): FoundKey[] {
  return VENDORS.flatMap(({ provider, model, variables }) => {
    const variable = variables.find((name) => (environment[name] ?? '').trim() !== '')
    return variable === undefined ? [] : [{ provider, model: `${provider}:${model}`, variable }]
  })
}

/** Drafter and reviewer, of two vendors if there are keys of two. */
export function chooseModels(
  keys: readonly FoundKey[],
): { readonly drafter: string; readonly reviewer: string } | undefined {
  const of = (provider: string) => keys.filter((key) => key.provider === provider)
  const [drafter] = DRAFTERS.flatMap(of)
  if (drafter === undefined) return undefined
  const reviewer = REVIEWERS.flatMap(of).find((key) => key !== drafter) ?? drafter
  return { drafter: drafter.model, reviewer: reviewer.model }
}

/** Shown where there is no key. */
const EXAMPLE = findKeys({ ANTHROPIC_API_KEY: '…', GEMINI_API_KEY: '…' })

export function configText(found: {
  readonly keys: readonly FoundKey[]
  readonly setup: string | undefined
  /** How tests are run, for people; detection finds it again. */
  readonly tests: string | undefined
}): string {
  const { keys, setup, tests } = found
  const lines = [
    ...(keys.length === 0
      ? [
          'No key was found in the environment. Until there is one, --mock asks the mock provider.',
          ...modelLines(EXAMPLE),
          ...credentialLines(EXAMPLE),
        ].map((line) => `// ${line}`)
      : [
          '// One writes, the other reviews; two vendors see more than one.',
          ...modelLines(keys),
          '// Keys stay in the environment; a variable may hold several, separated by commas.',
          ...credentialLines(keys),
        ]),
    tests === undefined
      ? `// No way to run the tests was found; agentos implement needs one: implement: { test: '…' }`
      : `// Tests: ${tests}. Another command: implement: { test: '…' }`,
    ...(setup === undefined ? [] : [`implement: { setup: '${setup}' },`]),
  ]
  return `import { defineConfig } from 'agentos'

export default defineConfig({
${lines.map((line) => `  ${line}\n`).join('')}})
`
}

function modelLines(keys: readonly FoundKey[]): string[] {
  const { drafter, reviewer } = chooseModels(keys) ?? {}
  return [`models: { drafter: '${drafter}', reviewer: '${reviewer}' },`]
}

function credentialLines(keys: readonly FoundKey[]): string[] {
  const entries = keys.map(
    ({ provider, variable }) =>
      `  { id: '${provider}', provider: '${provider}', from: 'env:${variable}' },`,
  )
  return ['credentials: [', ...entries, '],']
}
