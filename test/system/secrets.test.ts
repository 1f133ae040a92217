import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { keyValue, poolProject } from '../rig/pool-project.ts'

/** Everything that a workflow may do with an answer, and a failure, so that its checkpoint is kept. */
const WORKFLOW = `
  export default {
    name: 'keep',
    collect: () => [{ id: 'a' }, { id: 'b' }],
    async run(item, { step, ask, log, command }) {
      const text = await step('ask', () => ask('asker', { task: 'ask', text: 'Who am I?' }))
      log('answer: ' + text)
      await step('shell', () => command('sh', ['-c', 'env; echo "$1"', '-', text]))
      throw new Error('It said ' + text)
    },
  }`

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
    /HTTP 429: Limit of key \[secret key-\d\]\./,
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
    /HTTP 200: OK; tries again/,
  ],
  [
    (response, key) => {
      response.writeHead(200, { 'content-type': 'application/json', 'x-echo': key })
      response.end(goodAnswer(`You are ${key}.`).replaceAll('/', '\\/'))
    },
    /answer: You are \[secret key-\d\]\./,
  ],
]

test('no part of a key is in any output, log, event, checkpoint or ledger, whoever repeats it', async () => {
  const baseUrl = await echoingServer()
  const { project } = await poolProject({ keys: [SHORT, SHORT], baseUrl })
  project.write('keep.mjs', WORKFLOW)
  const unused = { OPENAI_API_KEY: UNUSED, XAI_API_KEY: UNUSED, GITHUB_ENTERPRISE_TOKEN: UNUSED }
  const env = { POOL_KEY_1: keyValue(1), POOL_KEY_2: keyValue(2), ...unused }
  const args = ['run', 'keep.mjs', '--all', '--parallel', '2', '-v', '--json']
  const { code, stdout, stderr } = await project.agentos(args, { env })
  expect(code).toBe(1)
  for (const [, told] of ECHOES) expect(stderr).toMatch(told)

  const kept = [
    { name: 'stdout', text: stdout },
    { name: 'stderr', text: stderr },
  ]
  for (const entry of readdirSync(project.root, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const name = join(entry.parentPath, entry.name)
    kept.push({ name, text: readFileSync(name, 'latin1') })
  }
  expect(kept.filter(({ name }) => name.includes('checkpoints'))).not.toEqual([])
  for (const part of [UNUSED, keyValue(1), keyValue(2), 'sk-Zq', 'very+secret', 'very%2Bsecret']) {
    expect(kept.filter(({ text }) => text.includes(part)).map(({ name }) => name)).toEqual([])
  }
})

/** Gives each echo once, in order, and the last one to everybody after. */
async function echoingServer(): Promise<string> {
  let asked = 0
  const server = createServer((request, response) => {
    const echo = ECHOES[Math.min(asked++, ECHOES.length - 1)]
    request.resume().once('end', () => echo?.[0](response, `${request.headers['x-goog-api-key']}`))
  })
  onTestFinished(() => void server.close())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1beta`
}

function goodAnswer(text: string): string {
  return JSON.stringify({
    candidates: [{ content: { role: 'model', parts: [{ text }] }, finishReason: 'STOP', index: 0 }],
    usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
    modelVersion: 'claude-x',
  })
}
