/** One run of a command in a field, with what it tells of itself. */
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Event } from '../../../src/model/event.ts'
import type { Failure } from '../../../src/model/failure.ts'
import { guardsOf } from '../../rig/processes.ts'
import type { Field } from './field.ts'

const MOST_WORDS = 2_000

export class FieldRun {
  readonly pid: number
  readonly ended: Promise<number | null>
  readonly workers = new Set<number>()
  /** Every item that ended otherwise than done, with its reason. */
  readonly failures: string[] = []
  /** The end of what it said to people. */
  words = ''
  #run = ''

  constructor(field: Field, launcher: string, args: readonly string[]) {
    const all = [...args, '--json', '--mock-url', field.provider.url]
    const child = spawn(process.execPath, [launcher, ...all], {
      cwd: field.repository,
      env: { ...process.env, ...field.environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.pid = child.pid ?? 0
    createInterface({ input: child.stdout }).on('line', (line) => {
      // Another than a whole event was cut by a kill in the middle of writing.
      if (line.startsWith('{') && line.endsWith('}')) this.#hear(JSON.parse(line))
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.words = (this.words + text).slice(-MOST_WORDS)
    })
    this.ended = new Promise((resolve) => child.once('close', resolve))
  }

  #hear(event: Event): void {
    this.#run = event.run
    if (event.type === 'item-started') this.workers.add(event.worker)
    if (event.type === 'worker-exited') this.workers.delete(event.worker)
    if (event.type === 'item-ended' && event.failure !== undefined)
      this.failures.push(`${event.item} ${event.outcome}: ${wordsOf(event.failure)}`)
  }

  /** What would end its workers if its coordinator were killed. */
  guards(): number[] {
    return this.#run === '' ? [] : guardsOf(this.#run)
  }
}

function wordsOf(failure: Failure): string {
  return 'message' in failure ? `${failure.reason}, ${failure.message}` : JSON.stringify(failure)
}
