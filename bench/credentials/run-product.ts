/**
 * A scenario through the product: the real command line, a worker process for each of its workers,
 * leases, and the provider over HTTP. Workers are warm: each has made a call with another key
 * before, and they begin together.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { MockProvider } from '../../src/mock-provider/start-mock-provider.ts'
import type { Event } from '../../src/model/event.ts'
import { LAUNCHER } from '../launcher.ts'
import { createBarrier } from './barrier.ts'
import { begin, LONGEST_MS } from './measured.ts'
import { type BenchScenario, keyValue, MODEL, MOST_OUTPUT, promptOf } from './scenario.ts'

const WORKFLOW = `
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { get } from 'node:http'
const shares = () => JSON.parse(readFileSync(new URL('shares.json', import.meta.url), 'utf8'))
export default {
  name: 'bench',
  roles: ['warm', 'measured'],
  collect: () => shares().map((texts, index) => ({ id: 'w' + index, body: JSON.stringify(texts) })),
  async run(item, { ask, signal }) {
    await ask('warm', { task: 'warm', text: 'hello' })
    await once(get(process.env.BARRIER, { signal }), 'response')
    for (const [index, text] of JSON.parse(item.body).entries()) {
      await ask('measured', { task: 'call', text, round: index + 1 }).catch((error) => console.log('lost', error))
    }
  },
}`

/** How long it took, from the first wish for a lease to the last one given back; null if too long. */
export async function runProduct(
  scenario: BenchScenario,
  provider: MockProvider,
): Promise<number | null> {
  const folder = mkdtempSync(join(tmpdir(), 'agentos-bench-'))
  const workers = scenario.workers.length
  const beforeOpening = () => begin(scenario, provider)
  const barrier = await createBarrier({ workers, beforeOpening })
  try {
    writeFileSync(join(folder, 'bench.mts'), WORKFLOW)
    writeFileSync(join(folder, 'shares.json'), sharesOf(scenario))
    const config = JSON.stringify(configOf(scenario, provider.url))
    writeFileSync(join(folder, 'agentos.config.mts'), `export default ${config}`)
    const args = ['run', 'bench.mts', '--all', '--parallel', `${workers}`]
    const environment = { ...process.env, ...keysOf(scenario), BARRIER: barrier.url }
    const child = spawn(process.execPath, [LAUNCHER, ...args], {
      cwd: folder,
      env: environment,
      stdio: 'ignore',
    })
    const exited = once(child, 'exit')
    await Promise.race([barrier.opened, exited])
    const timer = setTimeout(() => child.kill('SIGTERM'), LONGEST_MS)
    const [status] = await exited
    clearTimeout(timer)
    return status === 0 ? makespanMs(readEvents(folder)) : null
  } finally {
    barrier.close()
    if (process.env.BENCH_KEEP === undefined) rmSync(folder, { recursive: true, force: true })
    else process.stderr.write(`${folder}\n`)
  }
}

function configOf(scenario: BenchScenario, url: string): object {
  const { protocol, keys, isKnown, windowMs, shared } = scenario
  const baseUrl = `${url}/${protocol === 'google' ? 'v1beta' : 'v1'}`
  const credentials = keys.map((key, index) => ({
    id: `key-${index + 1}`,
    provider: 'measured',
    from: `env:KEY_${index + 1}`,
    ...(shared === 'told' ? { scope: 'one' } : {}),
    ...(isKnown && key.concurrency !== undefined ? { concurrency: key.concurrency } : {}),
    limits: {
      windowMs,
      ...(isKnown && key.requests !== undefined ? { requestsPerMinute: key.requests } : {}),
      ...(isKnown && key.tokens !== undefined ? { tokensPerMinute: key.tokens } : {}),
    },
  }))
  return {
    maxParallel: scenario.workers.length,
    limits: { outputTokens: MOST_OUTPUT },
    models: { warm: `warm:${MODEL}`, measured: `measured:${MODEL}` },
    providers: { warm: { protocol, baseUrl }, measured: { protocol, baseUrl } },
    credentials: [...credentials, { id: 'warm', provider: 'warm', from: 'env:KEY_0' }],
  }
}

function keysOf({ keys }: BenchScenario): Record<string, string> {
  const own = keys.map((_, index) => [`KEY_${index + 1}`, keyValue(index)])
  return Object.fromEntries([...own, ['KEY_0', 'bench-key-0']])
}

function sharesOf({ workers }: BenchScenario): string {
  return JSON.stringify(
    workers.map((calls, worker) =>
      calls.map((call, index) =>
        promptOf(call, `<!-- agentos task=bench.call item=w${worker} round=${index + 1} -->\n`),
      ),
    ),
  )
}

function readEvents(folder: string): Event[] {
  const logs = join(folder, '.agentos', 'logs')
  const [run = ''] = readdirSync(logs)
  const lines = readFileSync(join(logs, run, 'events.jsonl'), 'utf8')
    .trim()
    .split('\n')
  return lines.map((line) => JSON.parse(line))
}

/** Of what is measured: the key for warming up has a provider of its own. */
function makespanMs(events: readonly Event[]): number | null {
  const leases = new Set<number>()
  let first: number | undefined
  let last = 0
  for (const event of events) {
    if (event.type === 'lease-queued' && event.provider === 'measured') first ??= event.at
    if (event.type === 'lease-granted' && event.credential !== 'warm') {
      first ??= event.at
      leases.add(event.lease)
    }
    if (event.type === 'lease-returned' && leases.has(event.lease)) last = event.at
  }
  return first === undefined ? null : last - first
}
