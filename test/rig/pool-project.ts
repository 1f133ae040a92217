/** A repository whose items ask one model with several keys, and a mock provider that a test can read. */
import type { ConfigFile } from '../../src/config/schema.ts'
import type { AnswerFunction } from '../../src/mock-provider/answer.ts'
import { defaultAnswer } from '../../src/mock-provider/default-answer.ts'
import type { ScenarioInput } from '../../src/mock-provider/scenario/scenario.ts'
import {
  type MockProvider,
  startMockProvider,
} from '../../src/mock-provider/start-mock-provider.ts'
import { atEnd } from './at-end.ts'
import { type Finished, Project, type Started } from './project.ts'

/** Items i1, i2, …; each has some steps, one after the other, and each step some calls at once. */
const WORKFLOW = `
  const many = (name) => Array.from({ length: Number(process.env[name] ?? 1) }, (_, at) => at + 1)
  const extra = (process.env.PROMPT ?? '')
  export default {
    name: 'ask',
    collect: () => many('ITEMS').map((n) => ({ id: 'i' + n })),
    async run(item, { step, ask, log }) {
      const tell = (error) => { log('not answered: ' + error.message); throw error }
      for (const n of many('STEPS')) {
        await step('s' + n, () => Promise.all(many('CALLS').map((c) =>
          ask('asker', { task: 's' + n + '.c' + c, text: 'Say something.\\n' + extra }).catch(tell))))
      }
    },
  }`

type CredentialConfig = NonNullable<ConfigFile['credentials']>[number]

export interface PoolProject {
  readonly project: Project
  readonly provider: MockProvider
  /** When each request came, and with which key's number. */
  readonly arrivals: readonly { readonly at: number; readonly key: string }[]
  start(shape: Shape, ...more: string[]): Started
  run(shape: Shape, ...more: string[]): Promise<Finished>
}

/** How many items, steps of each, and calls at once in each step. */
interface Shape {
  readonly items?: number
  readonly steps?: number
  readonly calls?: number
  /** Added to every prompt. */
  readonly prompt?: string
}

/** The value of a key; its number is its last character. */
export function keyValue(number: number): string {
  return `sk-Zq8/very+secret-${number}`
}

export async function poolProject(options: {
  /** One credential for each, with the key of its place in the list, from 1. */
  readonly keys: readonly Partial<Omit<CredentialConfig, 'id' | 'provider' | 'from'>>[]
  readonly protocol?: 'google' | 'anthropic'
  readonly answer?: AnswerFunction
  readonly scenario?: ScenarioInput
  readonly latencyMs?: number
  readonly config?: ConfigFile
  /** Where calls go instead of the mock provider. */
  readonly baseUrl?: string
}): Promise<PoolProject> {
  const { protocol = 'google', answer = defaultAnswer, latencyMs = 0, scenario = {} } = options
  const arrivals: { at: number; key: string }[] = []
  const provider = await startMockProvider({
    scenario,
    latencyMs,
    answer: (call, context) => {
      arrivals.push({ at: Date.now(), key: call.key.slice(-1) })
      return answer(call, context)
    },
  })
  atEnd(() => provider.close())
  const project = new Project()
  const baseUrl = `${provider.url}/${protocol === 'google' ? 'v1beta' : 'v1'}`
  const config: ConfigFile = {
    ...options.config,
    models: { asker: 'there:claude-x' },
    providers: { there: { protocol, baseUrl: options.baseUrl ?? baseUrl } },
    credentials: options.keys.map((key, at) => ({
      ...key,
      id: `key-${at + 1}`,
      provider: 'there',
      from: `env:POOL_KEY_${at + 1}`,
    })),
  }
  project.write('agentos.config.mjs', `export default ${JSON.stringify(config)}`)
  project.write('ask.mjs', WORKFLOW)
  const values = options.keys.map((_, at) => [`POOL_KEY_${at + 1}`, keyValue(at + 1)])
  const start = (shape: Shape, ...more: string[]) =>
    project.start(['run', 'ask.mjs', '--all', ...more], {
      env: { ...Object.fromEntries(values), ...environmentOf(shape) },
    })
  return { project, provider, arrivals, start, run: (...args) => start(...args).finished }
}

/** How often each text stands in what was printed. */
export function count(text: string, part: string | RegExp): number {
  return text.split(part).length - 1
}

function environmentOf({ items = 1, steps = 1, calls = 1, prompt = '' }: Shape) {
  return { ITEMS: `${items}`, STEPS: `${steps}`, CALLS: `${calls}`, PROMPT: prompt }
}
