/**
 * A throw-away repository and the real command line in it. Tests wait for events and for lines;
 * when a test ends, its folder goes, and no process that it started may be left.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished } from 'vitest'
import { type Event, type EventOf, eventSchema } from '../../src/model/event.ts'
import { atEnd } from './at-end.ts'
import { isHeld, marks, processesMarked } from './processes.ts'
import { worktreesOf } from './worktrees-of.ts'

/** That of the built package. */
const LAUNCHER = process.env.TEST_LAUNCHER ?? ''
/** Another one that the package should run on, such as Node 22. */
const NODE = process.env.TEST_NODE ?? process.execPath
/** Only a bound: no process that was killed takes so long, however busy the machine is. */
const GONE_WITHIN_MS = 60_000
const WORKFLOWS = fileURLToPath(new URL('workflows', import.meta.url))

export class Project {
  readonly root: string
  /** Of the items of `implement`. */
  readonly worktrees: string

  constructor() {
    this.root = realpathSync(mkdtempSync(join(tmpdir(), 'agentos-test-')))
    this.worktrees = worktreesOf(this.root)
    atEnd(async () => {
      const left = await goneSoon(() => this.processes())
      rmSync(this.root, { recursive: true, force: true })
      expect(left, 'processes left behind').toEqual([])
    })
  }

  write(path: string, text: string): void {
    const full = resolve(this.root, path)
    mkdirSync(dirname(full), { recursive: true })
    writeFileSync(full, text)
  }

  read(path: string): string {
    return readFileSync(resolve(this.root, path), 'utf8')
  }

  exists(path: string): boolean {
    return existsSync(join(this.root, path))
  }

  /** Of a path in the repository, or of any. */
  list(path: string): string[] {
    return existsSync(resolve(this.root, path)) ? readdirSync(resolve(this.root, path)).sort() : []
  }

  git(...args: string[]): void {
    execFileSync('git', args, { cwd: this.root, stdio: 'pipe' })
  }

  /** Commits these files, with an identity of its own. */
  commit(...paths: string[]): void {
    this.git('add', ...paths)
    const identity = ['-c', 'user.name=t', '-c', 'user.email=t@t', '-c', 'commit.gpgsign=false']
    this.git(...identity, 'commit', '--quiet', '-m', 'x')
  }

  /** Brings one of the rig's workflows; returns its name for the command line. */
  workflow(name: string): string {
    const typed = readFileSync(join(WORKFLOWS, `${name}.mts`), 'utf8')
    // Without its types, which every process would take out for itself.
    this.write(`${name}.mjs`, stripTypeScriptTypes(typed))
    return `${name}.mjs`
  }

  /** Starts the command line; `in` is a folder below the root. */
  start(args: readonly string[], options: StartOptions = {}): Started {
    const command = [...(options.through ?? []), NODE, LAUNCHER, ...args]
    const { terminal } = options
    const [program = '', ...words] =
      terminal === undefined ? command : inTerminal(command, terminal)
    const child = spawn(program, words, {
      cwd: join(this.root, options.in ?? '.'),
      env: {
        NODE_COMPILE_CACHE: process.env.TEST_COMPILE_CACHE,
        ...process.env,
        ...options.env,
        ...marks(this.root),
      },
      stdio: [terminal === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    })
    return new Started(child, options.unread === true)
  }

  /** Runs the command line to its end. */
  async agentos(
    args: readonly string[],
    options: { in?: string; env?: Record<string, string> } = {},
  ): Promise<Finished> {
    return this.start(args, options).finished
  }

  /** The latest run's files. */
  latestRun(): string {
    return join('.agentos/logs', this.list('.agentos/logs').at(-1) ?? '')
  }

  /** Those of the latest run, each as the schema says, and none missing. */
  events(): Event[] {
    const events = parseEvents(this.read(join(this.latestRun(), 'events.jsonl')))
    for (const [index, event] of events.entries()) {
      eventSchema.parse(event)
      expect(event.seq).toBe(index + 1)
    }
    return events
  }

  /** The processes once there are no more than so many, or what is left after some time. */
  processesDownTo(count: number): Promise<number[]> {
    return goneSoon(() => this.processes(), count)
  }

  /** Resolves when there are so many processes. */
  async processesAtLeast(count: number): Promise<void> {
    while (this.processes().length < count) await aMoment()
  }

  /** Resolves when one of its processes is held. */
  async stoppedProcess(): Promise<void> {
    while (!this.processes().some(isHeld)) await aMoment()
  }

  /** Living processes that carry this project's mark in their environment. */
  processes(): number[] {
    return processesMarked(this.root)
  }
}

export interface StartOptions {
  readonly in?: string
  readonly env?: Record<string, string>
  /** Nobody reads what it prints. */
  readonly unread?: boolean
  /** A program that starts it, with its arguments. */
  readonly through?: readonly string[]
  /** In a terminal of its own, where keys can be pressed. */
  readonly terminal?: TerminalOptions
}

interface TerminalOptions {
  /** Nobody knows how large it is without these. */
  readonly columns?: number
  readonly rows?: number
  /** A file to which its name is written. */
  readonly device?: string
  /** Where the shell sends output: `> out.txt`. */
  readonly redirect?: string
  /** Run by a shell with jobs, which does this when it sleeps. */
  readonly job?: string
}

/** `script` gives its program a terminal, and what is typed into it. */
function inTerminal(command: readonly string[], options: TerminalOptions): string[] {
  const { columns, rows, device, redirect = '', job } = options
  const size = columns === undefined ? '' : `stty cols ${columns} rows ${rows ?? 24}; `
  const name = device === undefined ? '' : `tty > '${device}'; `
  const words = command.map((word) => `'${word}'`).join(' ')
  const own = job === undefined ? `exec ${words} ${redirect}` : `set -m; ${words}; ${job}`
  return ['script', '-qefc', `${size}${name}${own}`, '/dev/null']
}

export interface Finished {
  readonly code: number | null
  readonly signal: string | null
  readonly stdout: string
  readonly stderr: string
}

export class Started {
  readonly finished: Promise<Finished>
  readonly #child: ChildProcess
  readonly #waiting = new Set<() => void>()
  #stdout = ''
  #stderr = ''
  #isFinished = false

  constructor(child: ChildProcess, isUnread: boolean) {
    this.#child = child
    if (isUnread) child.stdout?.pause()
    else this.#listen(child)
    this.finished = new Promise((resolve) => {
      child.once(isUnread ? 'exit' : 'close', (code, signal) => {
        this.#heard(() => (this.#isFinished = true))
        resolve({ code, signal, stdout: this.#stdout, stderr: this.#stderr })
      })
    })
    atEnd(() => void child.kill('SIGKILL'))
  }

  get pid(): number {
    return this.#child.pid ?? 0
  }

  #listen(child: ChildProcess): void {
    child.stdout
      ?.setEncoding('utf8')
      .on('data', (text: string) => this.#heard(() => (this.#stdout += text)))
    child.stderr
      ?.setEncoding('utf8')
      .on('data', (text: string) => this.#heard(() => (this.#stderr += text)))
  }

  /** All that was printed so far, on both streams. */
  get printed(): string {
    return this.#stdout + this.#stderr
  }

  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal)
  }

  /** Presses a key in its terminal. */
  press(key: 'Ctrl+C' | 'Ctrl+Z'): void {
    this.type(key === 'Ctrl+C' ? '\x03' : '\x1a')
  }

  /** Types into its terminal. */
  type(keys: string): void {
    this.#child.stdin?.write(keys)
  }

  /** Hands over what it prints on stdout from now on. */
  onOutput(listener: (text: string) => void): void {
    this.#child.stdout?.on('data', listener)
  }

  /** Its events so far. Needs `--json`. */
  get events(): Event[] {
    return parseEvents(this.#stdout)
  }

  /** The first event so far, or the next to come, that fits. Needs `--json`. */
  async event<T extends Event['type']>(
    type: T,
    fits: (event: EventOf<T>) => boolean = () => true,
  ): Promise<EventOf<T>> {
    return this.eitherEvent([type], fits)
  }

  /** The first event so far, or the next to come, of one of these types that fits. */
  async eitherEvent<T extends Event['type']>(
    types: readonly T[],
    fits: (event: EventOf<T>) => boolean,
  ): Promise<EventOf<T>> {
    return this.#until(types.join(' or '), () =>
      this.events
        .filter((event): event is EventOf<T> => (types as readonly string[]).includes(event.type))
        .find(fits),
    )
  }

  /** Resolves when the text has been printed, on either stream. */
  async says(text: string): Promise<void> {
    await this.#until(JSON.stringify(text), () => (this.printed.includes(text) ? true : undefined))
  }

  async #until<T>(what: string, find: () => T | undefined): Promise<T> {
    for (;;) {
      const found = find()
      if (found !== undefined) return found
      if (this.#isFinished)
        throw new Error(`Ended without ${what}:\n${this.#stdout}\n${this.#stderr}`)
      await new Promise<void>((resolve) => this.#waiting.add(resolve))
    }
  }

  #heard(change: () => void): void {
    change()
    for (const resolve of this.#waiting) resolve()
    this.#waiting.clear()
  }
}

/** The arguments of a command that was printed, to run it as it says. */
export function argumentsOf(printed: string, before: string): string[] {
  const command = printed.split(before)[1]?.split('\n')[0] ?? ''
  const words = [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, word]) => quoted ?? word)
  expect(words[1], `the launcher in ${command}`).toBe(LAUNCHER)
  return words.slice(2) as string[]
}

export function parseEvents(text: string): Event[] {
  const whole = text.slice(0, text.lastIndexOf('\n') + 1)
  return whole
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
}

/** Presses a key again and again, as somebody does who wants it to end now. Returns how to stop. */
export function pressing(press: () => void): () => void {
  const timer = setInterval(press, 100)
  const stop = () => clearInterval(timer)
  onTestFinished(stop)
  return stop
}

/** A killed process takes a moment to go; looks again until nothing is left or time is up. */
async function goneSoon(look: () => number[], count = 0): Promise<number[]> {
  const until = performance.now() + GONE_WITHIN_MS
  while (look().length > count && performance.now() < until) await aMoment()
  return look()
}

/** Between two looks, so that what is looked for has the machine. */
function aMoment(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 5))
}
