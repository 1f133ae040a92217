import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Project, workflowOf } from '../project.ts'

/** What an item knows at its first line: the time, and the memory of its worker. */
const RUN = `(item, { log }) =>
  log('began ' + JSON.stringify({ at: performance.timeOrigin + performance.now(), bytes: process.memoryUsage.rss() }))`

/** How long it is from a command to the first item's first line, and what the worker has of memory then. */
export function firstItem(project: Project): () => Promise<{ ms: number; MB: number }> {
  project.write('first.mts', workflowOf('first', 1, RUN))
  return async () => {
    project.forget()
    const startedAt = performance.timeOrigin + performance.now()
    await project.agentos(['run', 'first.mts', '--all'])
    const log = readFileSync(join(project.lastRun, 'FIRST-i0.log'), 'utf8')
    const began = JSON.parse(/began (\{.*\})/.exec(log)?.[1] ?? '{}') as {
      at: number
      bytes: number
    }
    return { ms: began.at - startedAt, MB: began.bytes / 1024 / 1024 }
  }
}
