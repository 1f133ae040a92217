import { generateText } from 'ai'
import { expect, test } from 'vitest'
import { clientModel } from '../rig/mock-models.ts'
import { Project, type Started } from '../rig/project.ts'

test.each(['SIGINT', 'SIGTERM'] as const)(
  'the offline provider serves until %s, then says what it has answered',
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
