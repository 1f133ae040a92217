/**
 * Where the demo is played: its repository, its provider, and the real commands, each as a process of
 * its own. Of what they print, a scene shows the lines that it speaks of.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { delimiter, dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { environmentName, SCALAR_PATHS } from '../../config/setting-paths.ts'
import type { CutProvider } from '../../mock-provider/scenario/power-cut.ts'
import type { Event } from '../../model/event.ts'
import { eventsIn } from '../../reporters/logs/event-file.ts'
import { runFolders } from '../../reporters/logs/run-folders.ts'
import { eventFile } from '../../reporters/past/past-run.ts'
import { Git } from '../../repository/git/git.ts'
import { eventsOf, expectSame } from './scene.ts'

export class Stage {
  readonly folder: string
  readonly provider: CutProvider
  readonly git: Git
  /** What all calls so far would have cost. */
  dollars = 0
  stoppedBy: NodeJS.Signals | undefined
  #running: ChildProcess | undefined

  constructor(folder: string, provider: CutProvider) {
    this.folder = folder
    this.provider = provider
    this.git = new Git(folder)
  }

  /** Ctrl+C in a terminal reaches what is running too; other signals are passed on. */
  stop(signal: NodeJS.Signals): void {
    this.stoppedBy = signal
    if (signal !== 'SIGINT') this.#running?.kill(signal)
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
      /** The expected exit code; 0 if absent, null if it is killed. */
      readonly exits?: number | null
    },
  ): Promise<readonly Event[]> {
    const before = new Set(runFolders(this.#logs))
    const mock = ['--mock-url', this.provider.url]
    this.print('')
    this.print(`$ agentos ${[...args, ...mock].join(' ')}`)
    const child = spawn(process.execPath, [process.argv[1] ?? '', ...args, ...mock], {
      cwd: this.folder,
      env: environment(this.folder),
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    this.#running = child
    const exited = once(child, 'exit')
    options.plug?.addEventListener('abort', () => child.kill('SIGKILL'))
    for await (const line of createInterface({ input: child.stdout })) {
      if (options.show(line)) this.print(line)
      options.onLine?.(line)
    }
    await exited
    this.#running = undefined
    const { exits = 0 } = options
    expectSame(`exit code of ${args.join(' ')}`, { wanted: exits, got: child.exitCode })
    const run = runFolders(this.#logs).find((folder) => !before.has(folder))
    const events = run === undefined ? [] : [...eventsIn(eventFile(run))]
    for (const { cost } of eventsOf(events, 'call-ended')) this.dollars += cost ?? 0
    return events
  }

  get #logs(): string {
    return join(this.folder, '.agentos', 'logs')
  }
}

/** The user's own, but for settings that would make it another demo; with the Node that we run on. All is in one folder. */
function environment(folder: string): NodeJS.ProcessEnv {
  const own = new Set(['AGENTOS_HOME', ...SCALAR_PATHS.map(environmentName)])
  const kept = Object.entries(process.env).filter(
    ([name]) => !own.has(name) && !/^GIT_(DIR|WORK_TREE|INDEX_FILE|PREFIX)$/.test(name),
  )
  const path = [dirname(process.execPath), process.env.PATH].join(delimiter)
  const worktrees = { [environmentName('worktrees')]: join(folder, '.agentos') }
  return { ...Object.fromEntries(kept), ...worktrees, PATH: path }
}
