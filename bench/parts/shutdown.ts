/** Ctrl+C while ten workers are busy: how long until the command and all they have started are gone. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { marks, processesMarked } from '../../test/rig/processes.ts'
import { LAUNCHER } from '../launcher.ts'
import { Project, workflowOf } from '../project.ts'
import { medians } from '../rounds.ts'
import type { Part } from './part.ts'

const WORKERS = 10
const LOOK_EVERY_MS = 5

/** Half of them run a command that does not heed SIGTERM, the others compute until they are told. */
const RUN = `async (item, { command, step, signal, log }) => {
  log('busy')
  if (Number(item.id.slice(1)) % 2) return command('sh', ['-c', 'trap "" TERM; sleep 60; sleep 60'])
  await step('compute', async () => {
    while (!signal.aborted) await new Promise((resolve) => setTimeout(resolve, 1))
  })
}`

export const shutdown: Part = async ({ rounds }) => {
  const { stop } = await medians(rounds, { stop: stopBusyRun })
  return [
    {
      what: `Ctrl+C with ${WORKERS} busy workers until all processes are gone`,
      unit: 'ms',
      ours: stop.ms,
      atMost: 2_000,
      peers: [],
    },
  ]
}

async function stopBusyRun(): Promise<{ ms: number }> {
  using project = new Project({ 'busy.mts': workflowOf('busy', WORKERS, RUN) })
  const child = spawn(
    process.execPath,
    [LAUNCHER, 'run', 'busy.mts', '--all', '--parallel', `${WORKERS}`],
    {
      cwd: project.folder,
      env: { ...process.env, ...marks(project.folder) },
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  )
  const exited = once(child, 'exit')
  let printed = ''
  for await (const text of child.stdout.setEncoding('utf8')) {
    printed += text
    if (printed.split('] busy').length > WORKERS) break
  }
  child.stdout.resume()
  const startedAt = performance.now()
  child.kill('SIGINT')
  await exited
  while (processesMarked(project.folder).length > 0) await sleep(LOOK_EVERY_MS)
  return { ms: performance.now() - startedAt }
}
