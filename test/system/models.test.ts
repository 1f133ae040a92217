import { expect, onTestFinished, test } from 'vitest'
import type { AnswerFunction } from '../../src/mock-provider/answer.ts'
import { defaultAnswer } from '../../src/mock-provider/default-answer.ts'
import { startMockProvider } from '../../src/mock-provider/start-mock-provider.ts'
import { Project } from '../rig/project.ts'

/** The SDK knows Anthropic's models by their name, so all are called claude here. */
const MODEL = 'claude-x'

/** A workflow that asks the model of each role for text and for data. */
const WORKFLOW = `
  import { z } from 'zod'
  const schema = z.object({ colour: z.enum(['red', 'blue']), count: z.number() })
  export default {
    name: 'ask',
    collect: () => process.env.ROLES.split(',').map((id) => ({ id })),
    async run(item, { step, ask, log }) {
      log('text: ' + await step('text', () => ask(item.id, { task: 'text', text: 'Say something.' })))
      const data = await step('data', () => ask(item.id, { task: 'data', text: 'Choose.', instructions: 'Be brief.' }, schema))
      log('data: ' + JSON.stringify(data))
    },
  }`

const PROTOCOLS = ['google', 'anthropic', 'openai', 'openai-chat', 'openai-compatible']

test('every protocol answers with text and with data, and its usage is counted', async () => {
  const { project, provider } = await askProject(defaultAnswer)
  const { code, stdout } = await run(project, PROTOCOLS.join())
  expect(code).toBe(0)
  for (const protocol of PROTOCOLS) {
    expect(stdout).toMatch(new RegExp(`\\[ASK-${protocol}\\] text: \\S`))
    expect(stdout).toContain(`[ASK-${protocol}] data: {"colour":"red","count":`)
  }
  expect(provider.statistics()).toMatchObject({ answered: 10, repeated: 0, errors: {} })
  const summary = JSON.parse(project.read(`${project.latestRun()}/summary.json`))
  expect(summary.items[0]).toMatchObject({ calls: 2, cost: null })
  expect(summary.items[0].inputTokens).toBeGreaterThan(0)
})

test('a rate limit rests the key for as long as it says, an overload is tried again; both are told', async () => {
  const { project, provider } = await askProject((call, context) => {
    if (context.attempt === 1) return { error: 'rate', retryAfterMs: 1 }
    return context.attempt === 2 ? { error: 'overloaded' } : defaultAnswer(call, context)
  })
  const { code, stdout } = await run(project, 'anthropic')
  expect(code).toBe(0)
  expect(stdout).toMatch(/ask\.text: HTTP 429: .*; retry 1 of 5\./)
  expect(stdout).toMatch(/ask\.text: HTTP 529: .*; retry 2 of 5 in \d s\./)
  expect(provider.statistics()).toMatchObject({ answered: 2, errors: { rate: 2, overloaded: 2 } })
})

test('trouble without end fails the item after the bounded retries, with the reason', async () => {
  const { project, provider } = await askProject(() => ({ error: 'rate', retryAfterMs: 1 }))
  const { code, stdout } = await run(project, 'openai', '--set', 'limits.retries=3')
  expect(code).toBe(1)
  expect(stdout).toMatch(
    /What: step text: calling openai:claude-x failed with key-openai\n.*Why: {2}refused 4 times by rate limits, last: HTTP 429/,
  )
  expect(provider.statistics().errors).toEqual({ rate: 4 })
})

test('an answer that names no model counts, unless it is a review, and is told once', async () => {
  const { project } = await askProject((call, context) => {
    const usual = defaultAnswer(call, context)
    return 'text' in usual ? { error: 'no-model', text: usual.text ?? '' } : usual
  })
  const { code, stdout } = await run(project, 'openai-compatible')
  expect(code).toBe(0)
  expect(stdout.match(/names no model/g)).toHaveLength(1)
})

test('a request that is at fault is not tried again', async () => {
  const { project, provider } = await askProject(() => ({ error: 'bad-request' }))
  expect((await run(project, 'google')).code).toBe(1)
  expect(provider.statistics().requests).toBe(1)
})

test('a server that refuses JSON schemas is asked in JSON mode, which its item remembers, and nothing is charged for the try', async () => {
  const message = 'This response_format type is unavailable now'
  const { project, provider } = await askProject((call, context) => {
    if (call.structured === 'schema') return { error: 'bad-request', message }
    const isData = call.structured === 'json'
    return isData ? { text: '{"colour":"blue","count":2}' } : defaultAnswer(call, context)
  })
  const again = `await step('again', () => ask(item.id, { task: 'again', text: 'And now?' }, schema))`
  project.write('ask.mjs', WORKFLOW.replace("log('data: '", `${again}\nlog('data: '`))
  const { code, stdout } = await run(project, 'openai-compatible')
  expect(code).toBe(0)
  expect(stdout).toContain('data: {"colour":"blue","count":2}')
  expect(stdout).toContain(
    `openai-compatible:claude-x refuses answers by JSON schema (HTTP 400: ${message}); asking in JSON mode. Skip the try with providers.openai-compatible.structured: 'json'.`,
  )
  expect(provider.statistics()).toMatchObject({ answered: 3, errors: { 'bad-request': 1 } })
  const returned = project.events().filter((event) => event.type === 'lease-returned')
  const refused = returned.filter(({ outcome }) => outcome.kind === 'caller')
  expect(refused).toHaveLength(1)
  expect(refused[0]).not.toHaveProperty('cost')
})

test('a stream that stops or breaks is asked for again, and what came of it is told with its cost', async () => {
  const text = 'word '.repeat(400)
  const { project, provider } = await askProject((call, context) => {
    if (call.schema !== undefined || context.attempt > 2) return defaultAnswer(call, context)
    return context.attempt === 1 ? { error: 'stall', text } : { error: 'cut', text }
  })
  const flags = ['--set', 'limits.streamIdle=2s', '--set', 'limits.outputTokens=1000']
  const config = project
    .read('agentos.config.mjs')
    .replace(
      'export default {',
      `export default { prices: { '${MODEL}': { input: 1, output: 10 } },`,
    )
  project.write('agentos.config.mjs', config)
  const { code, stdout } = await run(project, 'google,anthropic,openai-chat', ...flags)
  expect(code).toBe(0)
  for (const protocol of ['google', 'anthropic', 'openai-chat']) {
    const told = stdout.split('\n').filter((line) => line.includes(`[ASK-${protocol}] ask.text: `))
    expect(told[0]).toMatch(
      / stopped, with nothing more for 2 s .*\(what came is charged, about \$0\.00\d\d\); retry 1 of 5/,
    )
    expect(told[1]).toMatch(
      / stopped in mid-answer .*\(what came is charged, about \$0\.00\d\d\); retry 2 of 5/,
    )
  }
  expect(provider.statistics()).toMatchObject({ answered: 6, errors: { stall: 3, cut: 3 } })
  const returned = project.events().filter((event) => event.type === 'lease-returned')
  const cut = returned.filter(({ outcome }) => outcome.kind === 'cut')
  expect(cut.every(({ cost, isEstimate }) => isEstimate === true && (cost ?? 0) > 0)).toBe(true)
})

test('an answer that cannot be understood is not asked for again, and is kept', async () => {
  const { project, provider } = await askProject(() => ({
    error: 'invalid-json',
    text: `A long answer, ${'word '.repeat(50)}`,
  }))
  const { code, stdout } = await run(project, 'anthropic')
  expect(code).toBe(1)
  expect(stdout).toMatch(
    /What: step text: cannot parse the answer of anthropic:claude-x with key-anthropic\n.*Why: {2}HTTP 200: a part of the answer is not JSON/,
  )
  expect(provider.statistics().requests).toBe(1)
  const conversation = project.read(`${project.latestRun()}/ASK-anthropic/conversation.md`)
  expect(conversation).toMatch(/<!-- 1 ask\.text answer -->\n[\s\S]*data: .*"A long answer, word/)
})

test('a key that is not accepted is left for another one, which costs no retry', async () => {
  const { project, provider } = await askProject((call, context) =>
    call.key === 'a-key-for-tests' ? { error: 'invalid-key' } : defaultAnswer(call, context),
  )
  const env = { ROLES: 'google', TEST_KEY: 'a-key-for-tests,another-key' }
  const args = ['run', 'ask.mjs', '--all', '-v', '--set', 'limits.retries=0']
  const { code, stdout } = await project.agentos(args, { env })
  expect(code).toBe(0)
  expect(stdout).toContain('with key-google-2')
  expect(provider.statistics()).toMatchObject({ answered: 2, errors: { 'invalid-key': 1 } })
})

test('a call that hangs is given up at its limit, and Ctrl+C does not wait for it', async () => {
  const { project } = await askProject(() => ({ error: 'hang' }))
  const limited = await run(
    project,
    'anthropic',
    '--set',
    'limits.callTimeout=200ms',
    '--set',
    'limits.retries=1',
  )
  expect(limited.code).toBe(1)
  const leases = project.events().filter(({ type }) => type === 'lease-granted')
  expect(leases).toHaveLength(2)

  const started = project.start(['run', 'ask.mjs', 'anthropic', '--json'], {
    env: environment('anthropic'),
  })
  await started.event('lease-granted')
  started.signal('SIGINT')
  expect((await started.finished).code).toBe(130)
})

async function askProject(answer: AnswerFunction) {
  const project = new Project()
  const provider = await startMockProvider({ answer })
  onTestFinished(() => provider.close())
  const each = <T>(value: (protocol: string) => T) =>
    PROTOCOLS.map((protocol) => [protocol, value(protocol)])
  const config = {
    models: Object.fromEntries(each((protocol) => `${protocol}:${MODEL}`)),
    providers: Object.fromEntries(
      each((protocol) => ({
        protocol,
        baseUrl: `${provider.url}/${protocol === 'google' ? 'v1beta' : 'v1'}`,
      })),
    ),
    credentials: PROTOCOLS.map((protocol) => ({
      id: `key-${protocol}`,
      provider: protocol,
      from: 'env:TEST_KEY',
    })),
  }
  project.write('agentos.config.mjs', `export default ${JSON.stringify(config)}`)
  project.write('ask.mjs', WORKFLOW)
  return { project, provider }
}

function run(project: Project, roles: string, ...more: string[]) {
  return project.agentos(['run', 'ask.mjs', '--all', ...more], { env: environment(roles) })
}

function environment(roles: string): Record<string, string> {
  return { ROLES: roles, TEST_KEY: 'a-key-for-tests' }
}
