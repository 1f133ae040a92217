import { expect, test } from 'vitest'
import type { AnswerFunction } from '../../src/mock-provider/answer.ts'
import { defaultAnswer } from '../../src/mock-provider/default-answer.ts'
import { markerOf } from '../../src/mock-provider/scenario/marker.ts'
import { startMockProvider } from '../../src/mock-provider/start-mock-provider.ts'
import { atEnd, sharedByTests } from '../rig/at-end.ts'
import { Project } from '../rig/project.ts'

/** The SDK knows Anthropic's models by their name, so all are called claude here. */
const MODEL = 'claude-x'
const PRICED_MODEL = 'claude-priced'

/** A workflow that asks the model of each role for text and for data. */
const WORKFLOW = `
  import { z } from 'zod'
  const schema = z.object({ colour: z.enum(['red', 'blue']), count: z.number() })
  export default {
    name: 'ask',
    collect: () => process.env.ROLES.split(',').map((id) => ({ id })),
    async run(item, { step, ask, log }) {
      const marked = (task, text) =>
        ({ task, text: '<!-- agentos task=' + task + ' item=' + item.id + ' round=1 -->\\n' + text })
      log('text: ' + await step('text', () => ask(item.id, marked('text', 'Say something.'))))
      const question = { ...marked('data', 'Choose.'), instructions: 'Be brief.' }
      const data = await step('data', () => ask(item.id, question, schema))
      if (item.id === 'schemaless') await step('again', () => ask(item.id, marked('again', 'And now?'), schema))
      log('data: ' + JSON.stringify(data))
    },
  }`

const PROTOCOLS = ['google', 'anthropic', 'openai', 'openai-chat', 'openai-compatible']

const NO_SCHEMAS = 'This response_format type is unavailable now'
const FIRST_KEY = 'a-key-for-tests'

/** Providers that get into trouble, each with a protocol and answers of its own. */
const TROUBLED: Readonly<Record<string, [protocol: string, answer: AnswerFunction]>> = {
  limited: [
    'anthropic',
    (call, context) => {
      if (context.attempt === 1) return { error: 'rate', retryAfterMs: 1 }
      return context.attempt === 2 ? { error: 'overloaded' } : defaultAnswer(call, context)
    },
  ],
  exhausted: ['openai', () => ({ error: 'rate', retryAfterMs: 1 })],
  unnamed: [
    'openai-compatible',
    (call, context) => {
      const usual = defaultAnswer(call, context)
      return 'text' in usual ? { error: 'no-model', text: usual.text ?? '' } : usual
    },
  ],
  faulty: ['google', () => ({ error: 'bad-request' })],
  schemaless: [
    'openai-compatible',
    (call, context) => {
      if (call.structured === 'schema') return { error: 'bad-request', message: NO_SCHEMAS }
      const isData = call.structured === 'json'
      return isData ? { text: '{"colour":"blue","count":2}' } : defaultAnswer(call, context)
    },
  ],
  broken: [
    'google',
    (call, context) => {
      const text = 'word '.repeat(400)
      if (call.schema !== undefined || context.attempt > 2) return defaultAnswer(call, context)
      return context.attempt === 1 ? { error: 'stall', text } : { error: 'cut', text }
    },
  ],
  garbled: [
    'anthropic',
    () => ({ error: 'invalid-json', text: `A long answer, ${'word '.repeat(50)}` }),
  ],
  rejected: [
    'google',
    (call, context) =>
      call.key === FIRST_KEY ? { error: 'invalid-key' } : defaultAnswer(call, context),
  ],
}

/** One run in which every provider is asked. */
const asked = sharedByTests(async () => {
  const requests = new Map<string, number>()
  const { project } = await askProject((call, context) => {
    const item = markerOf(call)?.item ?? ''
    requests.set(item, (requests.get(item) ?? 0) + 1)
    const [, answer] = TROUBLED[item] ?? [undefined, defaultAnswer]
    return answer(call, context)
  })
  const limits = ['retries=3', 'streamIdle=5s', 'outputTokens=1000']
  const flags = limits.flatMap((limit) => ['--set', `limits.${limit}`])
  const args = ['run', 'ask.mjs', '--all', '-v', '--parallel=4', ...flags]
  const roles = [...PROTOCOLS, ...Object.keys(TROUBLED)]
  const run = await project.agentos(args, { env: environment(roles.join()) })
  const returned = project.events().filter((event) => event.type === 'lease-returned')
  return {
    ...run,
    project,
    requests,
    linesOf: (item: string) =>
      run.stdout.split('\n').filter((line) => line.startsWith(`[ASK-${item}] `)),
    leasesOf: (item: string) => returned.filter((event) => event.item === item),
  }
})

test('every protocol answers with text and with data, and its usage is counted', () => {
  const { stdout, project, requests } = asked()
  for (const protocol of PROTOCOLS) {
    expect(stdout).toMatch(new RegExp(`\\[ASK-${protocol}\\] text: \\S`))
    expect(stdout).toContain(`[ASK-${protocol}] data: {"colour":"red","count":`)
    expect(requests.get(protocol)).toBe(2)
  }
  const { items } = JSON.parse(project.read(`${project.latestRun()}/summary.json`))
  const item = items.find(({ label }: { label: string }) => label === 'ASK-google')
  expect(item).toMatchObject({ calls: 2, cost: null })
  expect(item.inputTokens).toBeGreaterThan(0)
})

test('a rate limit rests the key for as long as it says, an overload is tried again; both are told', () => {
  const { linesOf, requests } = asked()
  const lines = linesOf('limited').join('\n')
  expect(lines).toMatch(/ask\.text: HTTP 429: .*; retry 1 of 3\./)
  expect(lines).toMatch(/ask\.text: HTTP 529: .*; retry 2 of 3 in \d s\./)
  expect(requests.get('limited')).toBe(6)
})

test('trouble without end fails the item after the bounded retries, with the reason', () => {
  const { code, stdout, requests } = asked()
  expect(code).toBe(1)
  expect(stdout).toMatch(
    /What: step text: calling exhausted:claude-x failed with key-exhausted\n.*Why: {2}refused 4 times by rate limits, last: HTTP 429/,
  )
  expect(requests.get('exhausted')).toBe(4)
})

test('an answer that names no model counts, unless it is a review, and is told once', () => {
  const { stdout } = asked()
  expect(stdout.match(/names no model/g)).toHaveLength(1)
  expect(stdout).toContain('[ASK-unnamed] data: {')
})

test('a request that is at fault is not tried again', () => {
  expect(asked().requests.get('faulty')).toBe(1)
})

test('a server that refuses JSON schemas is asked in JSON mode, which its item remembers, and nothing is charged for the try', () => {
  const { stdout, requests, leasesOf } = asked()
  expect(stdout).toContain('[ASK-schemaless] data: {"colour":"blue","count":2}')
  expect(stdout).toContain(
    `schemaless:claude-x refuses answers by JSON schema (HTTP 400: ${NO_SCHEMAS}); asking in JSON mode. Skip the try with providers.schemaless.structured: 'json'.`,
  )
  expect(requests.get('schemaless')).toBe(4)
  const refused = leasesOf('schemaless').filter(({ outcome }) => outcome.kind === 'caller')
  expect(refused).toHaveLength(1)
  expect(refused[0]).not.toHaveProperty('cost')
})

test('a stream that stops or breaks is asked for again, and what came of it is told with its cost', () => {
  const { linesOf, leasesOf, requests } = asked()
  const told = linesOf('broken').filter((line) => line.includes(' ask.text: '))
  expect(told[0]).toMatch(
    / stopped, with nothing more for 5 s .*\(what came is charged, about \$0\.00\d\d\); retry 1 of 3/,
  )
  expect(told[1]).toMatch(
    / stopped in mid-answer .*\(what came is charged, about \$0\.00\d\d\); retry 2 of 3/,
  )
  expect(requests.get('broken')).toBe(4)
  const cut = leasesOf('broken').filter(({ outcome }) => outcome.kind === 'cut')
  expect(cut).toHaveLength(2)
  expect(cut.every(({ cost, isEstimate }) => isEstimate === true && (cost ?? 0) > 0)).toBe(true)
})

test('an answer that cannot be understood is not asked for again, and is kept', () => {
  const { stdout, project, requests } = asked()
  expect(stdout).toMatch(
    /What: step text: cannot parse the answer of garbled:claude-x with key-garbled\n.*Why: {2}HTTP 200: a part of the answer is not JSON/,
  )
  expect(requests.get('garbled')).toBe(1)
  const conversation = project.read(`${project.latestRun()}/ASK-garbled/conversation.md`)
  expect(conversation).toMatch(/<!-- 1 ask\.text answer -->\n[\s\S]*data: .*"A long answer, word/)
})

test('a key that is not accepted is left for another one, which costs no retry', () => {
  const { linesOf, requests } = asked()
  const lines = linesOf('rejected').join('\n')
  expect(lines).toContain('with key-rejected-2')
  expect(lines).not.toMatch(/retry \d of/)
  expect(requests.get('rejected')).toBe(3)
})

test('a call that hangs is given up at its limit, and Ctrl+C does not wait for it', async () => {
  const { project } = await askProject(() => ({ error: 'hang' }))
  const args = ['run', 'ask.mjs', 'anthropic', '--json', '--set', 'limits.callTimeout=200ms']
  const started = project.start(args, { env: environment('anthropic') })
  await started.event('lease-returned')
  await started.event('lease-granted', ({ lease }) => lease > 1)
  started.signal('SIGINT')
  expect((await started.finished).code).toBe(130)
})

async function askProject(answer: AnswerFunction) {
  const project = new Project()
  const provider = await startMockProvider({ answer })
  atEnd(() => provider.close())
  const troubled = Object.entries(TROUBLED).map(([id, [protocol]]) => [id, protocol] as const)
  const all = [...PROTOCOLS.map((protocol) => [protocol, protocol] as const), ...troubled]
  const config = {
    prices: { [PRICED_MODEL]: { input: 1, output: 10 } },
    models: Object.fromEntries(
      all.map(([id]) => [id, `${id}:${id === 'broken' ? PRICED_MODEL : MODEL}`]),
    ),
    providers: Object.fromEntries(
      all.map(([id, protocol]) => [
        id,
        { protocol, baseUrl: `${provider.url}/${protocol === 'google' ? 'v1beta' : 'v1'}` },
      ]),
    ),
    credentials: all.map(([id]) => ({
      id: `key-${id}`,
      provider: id,
      from: id === 'rejected' ? 'env:TEST_KEYS' : 'env:TEST_KEY',
    })),
  }
  project.write('agentos.config.mjs', `export default ${JSON.stringify(config)}`)
  project.write('ask.mjs', WORKFLOW)
  return { project, provider }
}

function environment(roles: string): Record<string, string> {
  return { ROLES: roles, TEST_KEY: FIRST_KEY, TEST_KEYS: `${FIRST_KEY},another-key` }
}
