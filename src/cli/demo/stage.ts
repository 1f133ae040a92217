/**
 * Where the demo is played: its repository, its provider, and the real commands, each as a process of
 * its own. Of what they print, a scene shows the lines that it speaks of.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { environmentName, SCALAR_PATHS } from '../../config/setting-paths.ts'
import type { CutProvider } from '../../mock-provider/scenario/power-cut.ts'
import type { Event } from '../../model/event.ts'
import { Git } from '../../repository/git/git.ts'
import { costOf } from './outcomes.ts'

export interface Ended {
  /** Null if it was killed. */
  readonly exitCode: number | null
  readonly events: readonly Event[]
}

export class Stage {
  readonly folder: string
  readonly provider: CutProvider
  readonly git: Git
  #dollars = 0
  readonly #child: { running?: ChildProcess; signal?: NodeJS.Signals } = {}

  constructor(folder: string, provider: CutProvider) {
    this.folder = folder
    this.provider = provider
    this.git = new Git(folder)
  }

  /** What all calls so far would have cost. */
  get dollars(): number {
    return this.#dollars
  }

  /** Ctrl+C in a terminal reaches what is running too; other signals are passed on. */
  stop(signal: NodeJS.Signals): void {
    this.#child.signal = signal
    if (signal !== 'SIGINT') this.#child.running?.kill(signal)
  }

  get stoppedBy(): NodeJS.Signals | undefined {
    return this.#child.signal
  }

  say(text: string): void {
    process.stdout.write(`[DEMO] ${text}\n`)
  }

  print(text: string): void {
    process.stdout.write(`${text}\n`)
  }

  /** Runs a command of ours to its end, or until the plug is pulled: `kill -9`, without warning. */
  async agentos(
    args: readonly string[],
    options: {
      show(line: string): boolean
      onLine?(line: string): void
      readonly plug?: AbortSignal
    },
  ): Promise<Ended> {
    const before = new Set(this.#runs())
    const mock = ['--mock-url', this.provider.url]
    this.print('')
    this.print(`$ agentos ${[...args, ...mock].join(' ')}`)
    const child = spawn(process.execPath, [process.argv[1] ?? '', ...args, ...mock], {
      cwd: this.folder,
      env: environment(),
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    this.#child.running = child
    const exited = once(child, 'exit')
    options.plug?.addEventListener('abort', () => child.kill('SIGKILL'))
    for await (const line of createInterface({ input: child.stdout })) {
      if (options.show(line)) this.print(line)
      options.onLine?.(line)
    }
    await exited
    delete this.#child.running
    const run = this.#runs().find((name) => !before.has(name))
    const events = run === undefined ? [] : this.#eventsOf(run)
    this.#dollars += costOf(events)
    return { exitCode: child.exitCode, events }
  }

  get #logs(): string {
    return join(this.folder, '.agentos', 'logs')
  }

  #runs(): string[] {
    return existsSync(this.#logs) ? readdirSync(this.#logs).sort() : []
  }

  #eventsOf(run: string): Event[] {
    const lines = readFileSync(join(this.#logs, run, 'events.jsonl'), 'utf8').split('\n')
    // What follows the last newline is not whole yet.
    return lines.slice(0, -1).map((line) => JSON.parse(line))
  }
}

/** The user's own, but for settings that would make it another demo; with the Node that we run on. */
function environment(): NodeJS.ProcessEnv {
  const own = new Set(['AGENTOS_HOME', ...SCALAR_PATHS.map(environmentName)])
  const kept = Object.entries(process.env).filter(
    ([name]) => !own.has(name) && !/^GIT_(DIR|WORK_TREE|INDEX_FILE|PREFIX)$/.test(name),
  )
  const path = [dirname(process.execPath), process.env.PATH].join(delimiter)
  return { ...Object.fromEntries(kept), PATH: path }
}
