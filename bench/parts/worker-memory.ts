/** What processes have of memory: a worker of the built-in workflow for designs, an empty Node. */
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { workflowAnswers } from '../../src/mock-provider/answers/answers.ts'
import { startMockProvider } from '../../src/mock-provider/start-mock-provider.ts'
import type { Event } from '../../src/model/event.ts'
import { LAUNCHER } from '../launcher.ts'
import { Project } from '../project.ts'

const LOOK_EVERY_MS = 2

/** When it is about to make its first model call. */
export async function memoryOfDesigner(): Promise<{ readonly MB: number }> {
  using project = new Project({ 'issues/1-count.md': '# Count\n\n- [ ] It counts\n' })
  const provider = await startMockProvider({ answer: workflowAnswers })
  const args = [LAUNCHER, 'lld', '--all', '--json', '--mock-url', provider.url]
  const child = spawn(process.execPath, args, {
    cwd: project.folder,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const looks: { at: number; MB: number }[] = []
  let worker = 0
  let calledAt: number | undefined
  // The news of the call comes when it has begun: what counts was seen before.
  const timer = setInterval(() => {
    if (worker !== 0) looks.push({ at: Date.now(), MB: residentMB(worker) })
  }, LOOK_EVERY_MS)
  try {
    for await (const line of createInterface({ input: child.stdout })) {
      const event = JSON.parse(line) as Event
      if (event.type === 'item-started') worker = event.worker
      if (event.type === 'call-started') calledAt ??= event.at
    }
  } finally {
    clearInterval(timer)
    await provider.close()
  }
  const last = looks.findLast(({ at }) => calledAt !== undefined && at <= calledAt)
  if (last === undefined) throw new Error('No worker was seen before it asked a model.')
  return last
}

/** What an empty Node process has. */
export async function memoryOfEmptyNode(): Promise<{ readonly MB: number }> {
  const child = spawn(process.execPath, ['-e', 'process.stdin.resume(); console.log()'], {
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  await new Promise((resolve) => child.stdout.once('data', resolve))
  const MB = residentMB(child.pid ?? 0)
  child.stdin.end()
  return { MB }
}

function residentMB(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1024
  } catch {
    return 0 // it has just ended
  }
}
