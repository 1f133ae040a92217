/** Portkey's gateway as a process of its own: it chooses keys by chance and tries again by itself. */
import { type ChildProcess, spawn } from 'node:child_process'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { keyValue, MODEL, MOST_OUTPUT } from '../credentials/scenario.ts'
import { type Place, Refused, type Strategy, textOf } from './exchange.ts'

const SERVER = fileURLToPath(
  new URL('node_modules/@portkey-ai/gateway/build/start-server.js', import.meta.url),
)
const STARTS_WITHIN_MS = 10_000

export const portkey: Strategy = async (place) => {
  const port = await freePort()
  const gateway = spawn(process.execPath, [SERVER, `--port=${port}`, '--headless'], {
    stdio: 'ignore',
  })
  process.once('exit', () => gateway.kill())
  await untilUp(port, gateway)
  const headers = { 'content-type': 'application/json', 'x-portkey-config': configOf(place) }
  return async (job) => {
    const messages = [{ role: 'user', content: textOf(job) }]
    const response = await fetch(`http://127.0.0.1:${port}/v1/chat/completions`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ model: MODEL, max_tokens: MOST_OUTPUT, messages }),
    })
    const text = await response.text()
    if (!response.ok) throw new Refused(response.status, response.headers, text)
  }
}

function configOf({ scenario, url }: Place): string {
  const isGoogle = scenario.protocol === 'google'
  const statuses = [429, 500, 502, 503, 504]
  return JSON.stringify({
    strategy: { mode: 'loadbalance' },
    targets: scenario.keys.map((key, index) => ({
      provider: isGoogle ? 'google' : 'openai',
      api_key: keyValue(index),
      custom_host: isGoogle ? url : `${url}/v1`,
      weight: scenario.isKnown ? (key.tokens ?? key.requests ?? 1) : 1,
      retry: { attempts: 5, on_status_codes: statuses, use_retry_after_header: true },
    })),
  })
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

async function untilUp(port: number, gateway: ChildProcess): Promise<void> {
  const latest = Date.now() + STARTS_WITHIN_MS
  for (;;) {
    const isUp = await fetch(`http://127.0.0.1:${port}/`).then(
      () => true,
      () => false,
    )
    if (isUp) return
    if (Date.now() > latest || gateway.exitCode !== null) throw new Error('Portkey did not start.')
    await sleep(100)
  }
}
