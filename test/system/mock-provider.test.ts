import { generateText } from 'ai'
import { expect, test } from 'vitest'
import { workflowAnswers } from '../../src/mock-provider/answers/answers.ts'
import { clientModel, testProvider } from '../rig/mock-models.ts'
import { Project, type Started } from '../rig/project.ts'
import { createTodoRepository } from '../rig/todo-repository.ts'

test.each(['SIGINT', 'SIGTERM'] as const)(
  'the mock provider serves until %s, then says what it has answered',
  async (signal) => {
    const project = new Project()
    project.write(
      'scenario.json',
      JSON.stringify({
        rules: [{ when: { task: 'notes.draft', attempt: 1 }, answer: { error: 'rate' } }],
      }),
    )
    const command = project.start([
      'mock-provider',
      '--port',
      '0',
      '--seed',
      '7',
      '--scenario',
      'scenario.json',
    ])
    const model = clientModel('gemini', await urlOf(command))
    const prompt = '<!-- agentos task=notes.draft item=42 round=1 -->\nDraft it.'
    const ask = () => generateText({ model, prompt, maxRetries: 0 })
    await expect(ask()).rejects.toMatchObject({ statusCode: 429 })
    expect((await ask()).text).toMatch(/^The mock provider has read \d+ characters/)
    command.signal(signal)
    const { code, stdout, stderr } = await command.finished
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout.split('\n').slice(1)).toEqual([
      'Mock provider stopped: 2 requests, 1 answered, 0 abandoned, 0 repeated, up to 1 at once.',
      expect.stringMatching(
        /^ {2}From the first request to the last answer: \d+\.\d s; 1\.00 wasted requests per answer\.$/,
      ),
      '  Errors: 1 rate',
      '  notes.draft: 1 answered',
      '',
    ])
    expect(project.list('.')).toEqual(['scenario.json'])
  },
)

test('a restart changes nothing: same seed, same answer', async () => {
  const project = new Project()
  const say = async () => {
    const command = project.start(['mock-provider', '--port', '0', '--seed', '3'])
    const model = clientModel('anthropic', await urlOf(command))
    const { text } = await generateText({ model, prompt: 'hello', maxRetries: 0 })
    command.signal('SIGTERM')
    await command.finished
    return text
  }
  expect(await say()).toBe(await say())
})

test('keys and scopes are counted one by one in the end', async () => {
  const project = new Project()
  project.write('s.json', JSON.stringify({ limits: [{ keys: [1, 2], requests: 1 }] }))
  const command = project.start(['mock-provider', '--port', '0', '--scenario', 's.json'])
  const url = await urlOf(command)
  for (const key of ['key-1', 'key-2', 'another']) {
    const model = clientModel('openai-chat', url, key)
    await generateText({ model, prompt: 'hi', maxRetries: 0 }).catch(() => {})
  }
  command.signal('SIGTERM')
  const { stdout } = await command.finished
  expect(stdout).toContain('  openai key 1: 1 requests, 1 answered, up to 1 at once\n')
  expect(stdout).toContain(
    '  openai key 2: 1 requests, 0 answered, up to 1 at once; 1 over-requests\n',
  )
  expect(stdout).toMatch(/ {2}openai key [0-9a-f]{12}: 1 requests, 1 answered/)
  expect(stdout).toContain('  scope openai:1+2: 2 requests, 1 answered')
  expect(stdout).not.toContain('another')
})

test('a run has as many keys as the scenario of a standing provider says', async () => {
  const project = new Project()
  createTodoRepository(project.root)
  const provider = await testProvider(workflowAnswers, {
    scenario: {
      keys: 2,
      rules: [{ when: { key: 1 }, answer: { error: 'rate', retryAfterMs: 600_000 } }],
    },
  })
  const { code } = await project.agentos(['lld', '1', '--mock-url', provider.url])
  expect(code).toBe(0)
  expect(Object.values(provider.statistics().keys)).toMatchObject([
    { number: 1, requests: 1, answered: 0 },
    { number: 2, errors: {} },
    { number: 1, requests: 1, answered: 0 },
    { number: 2, errors: {} },
  ])
})

test('AGENTOS_SIMULATE_429 makes the provider of --mock refuse', async () => {
  const project = new Project()
  createTodoRepository(project.root)
  const { code, stdout } = await project.agentos(['lld', '1', '--mock', '--seed', '3'], {
    env: { AGENTOS_SIMULATE_429: 'first:1', AGENTOS_CREDENTIAL_LIMIT: '100' },
  })
  expect(code).toBe(0)
  expect(stdout.match(/HTTP 429/g)).toHaveLength(1)
})

test.each([
  [{ AGENTOS_SIMULATE_429: 'often' }, []],
  [{ AGENTOS_CREDENTIAL_LIMIT: '0' }, []],
  [{}, ['--seed', 'x']],
  [{}, ['--scenario', 'no-such']],
])('%j and %j are usage errors of a --mock run', async (env, flags) => {
  const project = new Project()
  createTodoRepository(project.root)
  const { code, stderr } = await project.agentos(['lld', '1', '--mock', ...flags], { env })
  expect(code).toBe(2)
  expect(stderr).toMatch(/often|`0`|--seed|rate-limits, outage/)
})

test('a port that is taken is a usage error', async () => {
  const project = new Project()
  const command = project.start(['mock-provider', '--port', '0'])
  const { port } = new URL(await urlOf(command))
  const { code, stderr } = await project.agentos(['mock-provider', '--port', port])
  expect(code).toBe(2)
  expect(stderr).toContain(`Cannot listen on port ${port}`)
  command.signal('SIGTERM')
  await command.finished
})

test.each([
  ['--port', '65536'],
  ['--port', 'x'],
  ['--seed', '1.5'],
  ['--latency', '-1'],
  ['--scenario', 'missing.json'],
])('%s %s is refused', async (flag, value) => {
  const { code, stdout, stderr } = await new Project().agentos(['mock-provider', flag, value])
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toContain(value)
})

async function urlOf(command: Started): Promise<string> {
  await command.says('Ctrl+C stops it)\n')
  return /^Mock provider at (http:\/\/127\.0\.0\.1:\d+) /.exec(command.printed)?.[1] ?? ''
}
