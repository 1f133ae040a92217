/** A folder with a workflow, in which the product runs as a user would run it. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Event } from '../src/model/event.ts'
import { eventsIn } from '../src/reporters/logs/event-file.ts'
import { runFolders } from '../src/reporters/logs/run-folders.ts'
import { LAUNCHER } from './launcher.ts'
import { type MeasuredProcess, measureProcess } from './measured-process.ts'

export class Project implements Disposable {
  readonly folder = mkdtempSync(join(tmpdir(), 'agentos-bench-'))

  constructor(files: Readonly<Record<string, string>>) {
    spawnSync('git', ['init', '--quiet'], { cwd: this.folder })
    for (const [path, text] of Object.entries(files)) this.write(path, text)
  }

  write(path: string, text: string): void {
    mkdirSync(dirname(join(this.folder, path)), { recursive: true })
    writeFileSync(join(this.folder, path), text)
  }

  agentos(
    args: readonly string[],
    options: { readonly env?: NodeJS.ProcessEnv; readonly output?: number } = {},
  ): Promise<MeasuredProcess> {
    const env = { ...process.env, ...options.env }
    return measureProcess(process.execPath, [LAUNCHER, ...args], {
      ...options,
      cwd: this.folder,
      env,
    })
  }

  /** As if nothing had ever been run here. */
  forget(): void {
    for (const name of ['ledger.db', 'ledger.db-wal', 'ledger.db-shm', 'checkpoints', 'logs'])
      rmSync(join(this.folder, '.agentos', name), { recursive: true, force: true })
  }

  /** The folder of the last run's logs. */
  get lastRun(): string {
    const [last] = runFolders(join(this.folder, '.agentos/logs'))
    if (last === undefined) throw new Error(`Nothing was run in ${this.folder}.`)
    return last
  }

  /** What the last run told. */
  events(): Event[] {
    return [...eventsIn(join(this.lastRun, 'events.jsonl'))]
  }

  [Symbol.dispose](): void {
    if (process.env.BENCH_KEEP === undefined) rmSync(this.folder, { recursive: true, force: true })
    else process.stderr.write(`${this.folder}\n`)
  }
}

/** A workflow with so many items; `run` is the text of what is done with each. */
export function workflowOf(name: string, items: number, run: string): string {
  return `export default {
  name: '${name}',
  collect: () => Array.from({ length: ${items} }, (_, index) => ({ id: 'i' + index })),
  run: ${run},
}\n`
}
