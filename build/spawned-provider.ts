import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export const LAUNCHER = fileURLToPath(new URL('../bin/agentos.cjs', import.meta.url))

/** A mock provider in a process of its own, as `agentos mock-provider` starts it. */
export async function spawnProvider(
  ...args: readonly string[]
): Promise<{ readonly url: string; stop(): void }> {
  const child = spawn(process.execPath, [LAUNCHER, 'mock-provider', '--port', '0', ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return { url: await addressOf(child.stdout), stop: () => child.kill() }
}

async function addressOf(output: NodeJS.ReadableStream): Promise<string> {
  let text = ''
  for await (const chunk of output) {
    text += chunk
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(text)?.[0]
    if (url !== undefined) return url
  }
  throw new Error('The mock provider did not start.')
}
