/** Providers that cannot be reached, each in its own way: what it costs, what is said, and what follows. */
import { once } from 'node:events'
import { createServer as createHttpServer, request } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import type { AddressInfo, Server } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import type { AnswerFunction } from '../../src/mock-provider/answer.ts'
import { defaultAnswer } from '../../src/mock-provider/default-answer.ts'
import {
  type MockProvider,
  startMockProvider,
} from '../../src/mock-provider/start-mock-provider.ts'
import { ownPort } from '../rig/own-port.ts'
import { Project } from '../rig/project.ts'
import { selfSigned } from '../rig/self-signed.ts'

/** An item for each provider, which asks it once. */
const WORKFLOW = `
  export default {
    name: 'ask',
    collect: () => process.env.PROVIDERS.split(',').map((id) => ({ id })),
    run: (item, { step, ask }) => step('s', () => ask(item.id, { task: 't', text: 'Say something.' })),
  }`
const ALL = ['run', 'ask.mjs', '--all', '--parallel', '5']

test('nothing is charged that was not answered, every reason is named, and the same command resumes', async () => {
  let isBack = false
  const provider = await mock((call, context) =>
    isBack ? defaultAnswer(call, context) : { error: 'cut', text: 'a half '.repeat(1_200) },
  )
  const certificate = selfSigned()
  const forged = await listening(
    createHttpsServer(certificate, (incoming, response) => {
      const { method, headers, url } = incoming
      const { port } = new URL(provider.url)
      const inner = request({ host: '127.0.0.1', port, path: url, method, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 0, answer.headers)
        answer.pipe(response)
      })
      incoming.pipe(inner)
    }),
  )
  const hasty = await listening(
    createHttpServer(({ socket }) => void socket.destroy()),
    await ownPort(),
  )
  const closed = { port: await ownPort() }
  const addresses: Record<string, string> = {
    closed: `http://127.0.0.1:${closed.port}`,
    free: `http://127.0.0.1:${closed.port}`,
    gone: 'http://provider.invalid',
    forged: `https://127.0.0.1:${forged.port}`,
    hasty: `http://127.0.0.1:${hasty.port}`,
    cut: provider.url,
  }
  const project = askProject(addresses)
  const env = { PROVIDERS: Object.keys(addresses).join(), TEST_KEY: 'a-key-for-tests' }

  const failed = await project.agentos(ALL, { env })
  expect(failed.code).toBe(1)
  const names: Record<string, RegExp> = {
    closed: new RegExp(
      `cannot reach provider closed \\(ECONNREFUSED 127.0.0.1:${closed.port}\\), tried 2 times: connection refused`,
    ),
    free: /cannot reach provider free \(ECONNREFUSED [\d.:]+\), tried 2 times: connection refused/,
    gone: /cannot reach provider gone \((ENOTFOUND|EAI_AGAIN) provider\.invalid:80\), tried 2 times: host name/,
    forged: new RegExp(
      `cannot reach provider forged \\(DEPTH_ZERO_SELF_SIGNED_CERT 127.0.0.1:${forged.port}\\), tried once: self-signed`,
    ),
    hasty: new RegExp(
      `no answer from provider hasty \\(ECONNRESET 127.0.0.1:${hasty.port}\\), tried 2 times`,
    ),
    cut: /provider cut stopped in mid-answer \(ECONNRESET 127\.0\.0\.1:\d+\), tried 2 times/,
  }
  for (const reason of Object.values(names)) expect(failed.stdout).toMatch(reason)
  expect(failed.stdout).toMatch(
    /\[ASK-closed\] ask\.t: Cannot reach provider closed \(ECONNREFUSED [\d.:]+\); retry 1 of 1 in \d s\./,
  )
  expect(costs(project)).toEqual({
    ...{ closed: [0, 0], free: [0, 0], gone: [0, 0], forged: [0, 0], hasty: [0, 0] },
    cut: [expect.closeTo(0.0317, 3), expect.closeTo(0.0317, 3)],
  })
  expect(failed.stdout).toContain('0 model calls, 0 tokens in, 0 out, ~$0.03 (partly estimated).')
  expect(project.read(`${project.latestRun()}/summary.md`)).toMatch(/ASK-cut .*\| ~\$0\.03\d\d \|/)
  expect(project.read(`${project.latestRun()}/summary.md`)).toMatch(/ASK-closed .*\| \$0\.0000 \|/)
  expect(failed.stdout).not.toContain('a-key-for-tests')

  isBack = true
  await close(hasty.server)
  await mock(defaultAnswer, closed.port)
  await mock(defaultAnswer, hasty.port)
  project.write('agentos.config.mjs', configOf({ ...addresses, gone: provider.url }))
  const trusting = { ...env, NODE_EXTRA_CA_CERTS: certificate.certFile }
  const resumed = await project.agentos(ALL, { env: trusting })
  expect(resumed.stdout).toContain(': 6 done.')
  expect(resumed.code).toBe(0)
})

test('a provider that takes the call and hangs: no answer in time, nothing charged', async () => {
  let isBack = false
  const provider = await mock((call, context) =>
    isBack ? defaultAnswer(call, context) : { error: 'hang' },
  )
  const project = askProject({ mute: provider.url })
  const env = { PROVIDERS: 'mute', TEST_KEY: 'a-key-for-tests' }
  const limits = ['--set', 'limits.callTimeout=2s', '--set', 'limits.retries=0']
  const failed = await project.agentos([...ALL, ...limits], { env })
  expect(failed.code).toBe(1)
  expect(failed.stdout).toMatch(
    /no answer from provider mute \(TIMEOUT 127\.0\.0\.1:\d+\), tried once/,
  )
  expect(costs(project)).toEqual({ mute: [0, 0] })
  isBack = true
  expect((await project.agentos(ALL, { env })).code).toBe(0)
})

/** Of the latest run: by item, its dollars and how many of them are estimated. */
function costs(project: Project): Record<string, readonly [number, number]> {
  const { items } = JSON.parse(project.read(`${project.latestRun()}/summary.json`))
  return Object.fromEntries(
    items.map((item: { id: string; cost: number; estimatedCost: number }) => [
      item.id,
      [item.cost, item.estimatedCost],
    ]),
  )
}

function askProject(addresses: Readonly<Record<string, string>>): Project {
  const project = new Project()
  project.write('agentos.config.mjs', configOf(addresses))
  project.write('ask.mjs', WORKFLOW)
  return project
}

/** A model of each provider; all but that of `free` cost something. */
function configOf(addresses: Readonly<Record<string, string>>): string {
  const names = Object.keys(addresses)
  const each = <T>(value: (name: string) => T) =>
    Object.fromEntries(names.map((name) => [name, value(name)]))
  return `export default ${JSON.stringify({
    models: each((name) => `${name}:${name === 'free' ? 'claude-free' : 'claude-x'}`),
    providers: each((name) => ({ protocol: 'anthropic', baseUrl: `${addresses[name]}/v1` })),
    credentials: names.map((name) => ({ id: name, provider: name, from: 'env:TEST_KEY' })),
    prices: { 'claude-x': { input: 3, output: 15 }, 'claude-free': { input: 0, output: 0 } },
    limits: { retries: 1 },
  })}`
}

async function mock(answer: AnswerFunction, port?: number): Promise<MockProvider> {
  const provider = await startMockProvider({ answer, ...(port === undefined ? {} : { port }) })
  onTestFinished(() => provider.close())
  return provider
}

async function listening<S extends Server>(
  server: S,
  wanted = 0,
): Promise<{ server: S; port: number }> {
  server.listen(wanted, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return { server, port: (server.address() as AddressInfo).port }
}

async function close(server: Server): Promise<void> {
  await new Promise((resolve) => server.close(resolve))
}
