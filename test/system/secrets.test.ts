import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { workflowAnswers } from '../../src/mock-provider/answers/answers.ts'
import { implementProject } from '../rig/implement-project.ts'
import { keyValue, poolProject } from '../rig/pool-project.ts'
import { temporaryFolder } from '../rig/temporary-folder.ts'

/** Everything that a workflow may do with an answer, and a failure, so that its checkpoint is kept. */
const WORKFLOW = `
  export default {
    name: 'keep',
    collect: () => [{ id: 'a' }, { id: 'b' }],
    async run(item, { step, ask, log, command, gate, repo }) {
      const question = { task: 'ask', text: 'Who am I?' }
      const text = await step('ask', () => ask('asker', question)).catch((error) => {
        log('not answered: ' + JSON.stringify(error.failure))
        return step('ask anew', () => ask('asker', question))
      })
      log('answer: ' + text)
      await step('shell', () => command('sh', ['-c', 'env; echo "$1"', '-', text]))
      const { output } = await step('print', () => command('cat', [process.env.PRINTED], { capture: 9999 }))
      await repo.write('docs/' + item.id + '.md', text + output)
      await step('again', () => ask('asker', { task: 'again', text: 'It printed ' + output }))
      if (item.id === 'b') await gate('look', { question: 'Is it ' + text, content: output })
      throw new Error('It said ' + text + output)
    },
  }`

const TOKEN = 'ghp_Tk9/github+token'
/** Keys of others, and of the one that asks, in the encodings that programs like. */
const SPELLED = [keyValue(1), keyValue(2), TOKEN].flatMap((key) => [
  `plain ${key}, form ${encodeURIComponent(key)}, json ${JSON.stringify(key).replaceAll('/', '\\/')}`,
  `hex ${Buffer.from(key).toString('hex')} ${Buffer.from(key).toString('hex').toUpperCase()}`,
  ...['', 'u', 'u:'].map((user) => `base64 ${Buffer.from(user + key).toString('base64')}`),
  ...['', 'u', 'u:'].map((user) => `url ${Buffer.from(user + key).toString('base64url')}`),
])
/** What must be nowhere: what no encoding shares with an innocent text. */
const PARTS = [keyValue(1), keyValue(2), TOKEN].flatMap((key) => {
  const middle = key.slice(0, -1)
  const encoded = [0, 1, 2].map((shift) => {
    const text = Buffer.from('-'.repeat(shift) + middle)
    return text.toString('base64').slice(4, 20)
  })
  const hex = Buffer.from(middle).toString('hex')
  return [middle, encodeURIComponent(middle), hex, hex.toUpperCase(), ...encoded]
})

/** A key that is set, but not for us. */
const UNUSED = 'nobody-configured-this'

/** A minute that does not keep the test waiting. */
const SHORT = { limits: { windowMs: 100 } }

/** How a server repeats the key it was asked with, and what of that must still be told. */
const ECHOES: readonly (readonly [(response: ServerResponse, key: string) => void, RegExp])[] = [
  [
    (response, key) => {
      response.writeHead(429, key, { 'x-echo': key, 'retry-after': key })
      response.end(JSON.stringify({ error: { code: 429, message: `Slow down, ${key}!` } }))
    },
    /HTTP 429: Slow down, \[secret key-\d\]!/,
  ],
  [
    (response, key) => {
      response.writeHead(429)
      const masked = `${key.slice(0, 5)}****${key.slice(-3)}`
      response.end(JSON.stringify({ error: { code: 429, message: `Limit of key ${masked}.` } }))
    },
    /HTTP 429: Limit of key \[secret key-\d\]/,
  ],
  [
    (response, key) => {
      response.writeHead(502, { 'content-type': 'text/html' })
      response.end(`<title>Bad gateway for ${encodeURIComponent(key)}</title>`)
    },
    /HTTP 502: Bad gateway for \[secret key-\d\]/,
  ],
  [
    (response, key) => {
      response.writeHead(200, { 'content-type': 'application/json', 'x-echo': key })
      response.end(`{"candidates": [{"content": "${key.replaceAll('/', '\\/')}`)
    },
    /HTTP 200: the answer is not JSON/,
  ],
  [
    (response, key) => {
      response.writeHead(200, { 'content-type': 'application/json', 'x-echo': key })
      const others = SPELLED.join(' ')
      response.end(goodAnswer(`You are ${key}. ${others}`).replaceAll('/', '\\/'))
    },
    /answer: You are \[secret key-\d\]\. plain \[secret key-1\], form \[secret key-1\]/,
  ],
]

test('no part of a key is in any output, log, event, checkpoint or ledger, whoever repeats it', async () => {
  const { baseUrl, received } = await echoingServer()
  const printed = join(temporaryFolder(), 'printed.txt')
  writeFileSync(printed, SPELLED.join('\n'))
  const { project } = await poolProject({ keys: [SHORT, SHORT], baseUrl })
  project.write('keep.mjs', WORKFLOW)
  const unused = { OPENAI_API_KEY: UNUSED, XAI_API_KEY: UNUSED, GITHUB_ENTERPRISE_TOKEN: UNUSED }
  const keys = { POOL_KEY_1: keyValue(1), POOL_KEY_2: keyValue(2), GITHUB_TOKEN: TOKEN }
  const env = { ...keys, ...unused, PRINTED: printed }
  const args = ['run', 'keep.mjs', '--all', '--parallel', '2', '-v', '--json']
  const { code, stdout, stderr } = await project.agentos(args, { env })
  expect(code).toBe(1)
  for (const [, told] of ECHOES) expect(stderr).toMatch(told)

  const kept = [
    { name: 'stdout', text: stdout },
    { name: 'stderr', text: stderr },
    ...received.map((text) => ({ name: 'what the provider got', text })),
  ]
  kept.push(...filesBelow(project.root))
  expect(kept.filter(({ name }) => name.includes('checkpoints'))).not.toEqual([])
  expect(received.join()).toContain('It printed plain [secret key-1]')
  expect(project.read('docs/b.md')).toContain('base64 [secret GITHUB_TOKEN]')
  for (const part of [UNUSED, 'sk-Zq', 'very+secret', 'very%2Bsecret', ...PARTS]) {
    expect(kept.filter(({ text }) => text.includes(part)).map(({ name }) => name)).toEqual([])
  }
})

/** Prints what the mock provider's keys are, as a test does that shows its whole environment. */
const PRINTING = `
  import { test } from 'node:test'
  const key = (vendor) => ['mock', 'key', 'of', vendor].join('-')
  test('prints', () => {
    console.log('It is ' + key('google') + ', or ' + btoa('user:' + key('anthropic')))
  })
`

test('a key that a test prints is in no commit, prompt, conversation, checkpoint or log', async () => {
  const prompts: string[] = []
  const { project, args, ask } = await implementProject({
    designs: ['3'],
    after: (made) => made.write('test/prints.test.js', PRINTING),
    answer: (call, context) => {
      prompts.push(`${call.instructions}${call.prompt}`)
      return workflowAnswers(call, context)
    },
  })
  const { code, stdout, stderr } = await project.agentos(
    args('3', '-v', '--set', 'implement.reports=all'),
  )
  expect(stderr).toBe('')
  expect(code).toBe(0)
  expect(stdout).toContain('It is [secret mock-google], or ')
  const commits = ask('log', '--all', '--patch', '--format=%B')
  expect(commits).toContain('docs/reports/3-test-report.md')
  const kept = [
    ...[stdout, commits, ...prompts].map((text) => ({ name: 'printed, committed or asked', text })),
    ...filesBelow(project.root),
  ]
  for (const part of ['mock-key-of', btoa('user:mock-key-of').slice(8, 16)])
    expect(kept.filter(({ text }) => text.includes(part)).map(({ name }) => name)).toEqual([])
})

test('a key in a title is in no branch and no plan', async () => {
  const APP_TOKEN = 'x7Kq2_mZ9vB4t' // unknown to the run that makes the design
  const { project, args, ask } = await implementProject({
    issues: { '9-dates.md': `# Dates for ${APP_TOKEN}\n\n- [ ] A date is printed\n` },
    designs: ['9'],
  })
  const env = { APP_TOKEN }
  const plan = await project.agentos(args('9', '--dry-run'), { env })
  expect(plan.stdout).toContain('Dates for [secret APP_TOKEN]')
  expect(plan.stdout).not.toContain(APP_TOKEN)
  // The design has the key in the names of its files, so it cannot be built; its branch is there.
  await project.agentos(args('9'), { env })
  expect(ask('for-each-ref', '--format=%(refname)', 'refs/heads/agentos')).toBe(
    'refs/heads/agentos/9-dates-for-secret-app-token',
  )
})

function filesBelow(root: string): { name: string; text: string }[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((name) => ({ name, text: readFileSync(name, 'latin1') }))
}

/** Gives each echo once, in order, and the last one to everybody after. */
async function echoingServer() {
  let asked = 0
  const received: string[] = []
  const server = createServer((request, response) => {
    const echo = ECHOES[Math.min(asked++, ECHOES.length - 1)]
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.once('end', () => {
      received.push(Buffer.concat(chunks).toString())
      echo?.[0](response, `${request.headers['x-goog-api-key']}`)
    })
  })
  onTestFinished(() => void server.close())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { baseUrl: `http://127.0.0.1:${port}/v1beta`, received }
}

function goodAnswer(text: string): string {
  return JSON.stringify({
    candidates: [{ content: { role: 'model', parts: [{ text }] }, finishReason: 'STOP', index: 0 }],
    usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
    modelVersion: 'claude-x',
  })
}
