import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import type { Readable, Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RunContext } from '../authoring/run-context.ts'
import { inside } from '../files/inside.ts'
import type { Redactor } from '../model/secrets/redactor.ts'
import { type TraceContext, traceVariables, within } from '../model/trace.ts'
import type { ToCoordinator } from '../protocol/messages.ts'
import { signalGroup } from '../protocol/process-signals.ts'
import { CommandFailed } from './errors.ts'
import type { Interruption } from './interruption.ts'
import type { ProcessGroups } from './process-groups.ts'
import { ResultFile } from './result-file.ts'
import type { Journal } from './resume-steps.ts'

/**
 * The command waits at a gate until the coordinator has registered its process group:
 * from its first instruction on it can be killed. If the worker dies before,
 * the gate closes and the command never starts.
 */
const GATE = 'read -r go <&3 && exec 3<&- && exec "$@"'
/** Both streams as one, in the order in which they were written. */
const GATE_TO_ONE = `${GATE} 2>&1`

/** An orphaned process may still hold the pipe: it is not waited for. */
const END_WITHIN_MS = 500
/** The longest that a timer can run. */
const MOST_TIMER_MS = 2 ** 31 - 1

export function createCommand(options: {
  readonly root: string
  readonly groups: ProcessGroups
  readonly interruption: Interruption
  /** The step that the command is part of, and its span. */
  readonly here: Journal['here']
  /** The item's span. */
  readonly trace: TraceContext
  /** Resolves when the message has left this process. */
  readonly sendNow: (message: ToCoordinator) => Promise<void>
  /** Passes on what a captured command prints, as it comes. */
  readonly echo: (text: string) => void
  /** Where it prints: this process's own output, or a descriptor. */
  readonly output: 'inherit' | number
  readonly redactor: Redactor
}): RunContext['command'] {
  const { output, root, groups, interruption, here, trace, sendNow, echo, redactor } = options
  const { signal } = interruption

  return async (program, args = [], asked = {}) => {
    const { cwd = '.', env = {}, allowFailure = false, timeoutMs, capture, resultFile } = asked
    const { printResult = () => '' } = asked
    interruption.check()
    const folder = inside(root, cwd)
    if (!existsSync(folder))
      throw new Error(`The folder "${cwd}" to run ${program} in does not exist.`)
    const command = [program, ...args].join(' ')
    const where = here()
    const parent = traceVariables(within(trace, where.span ?? trace.spanId))
    const before = capture === undefined ? undefined : groups.others()
    using file = resultFile === undefined ? undefined : new ResultFile(resultFile)
    const isWindows = process.platform === 'win32'
    const child = spawn(
      isWindows ? program : '/bin/sh',
      isWindows ? args : ['-c', capture === undefined ? GATE : GATE_TO_ONE, 'sh', program, ...args],
      {
        cwd: folder,
        env: { ...process.env, ...parent, ...env, ...file?.variables },
        detached: true,
        windowsHide: true,
        stdio: ['ignore', capture === undefined ? output : 'pipe', output, 'pipe'],
      },
    )
    const ended = new Promise<{ exitCode: number | null; signal: string | null }>(
      (resolve, reject) => {
        child.once('error', reject)
        child.once('exit', (exitCode, exitSignal) => resolve({ exitCode, signal: exitSignal }))
      },
    )
    const { pid } = child
    if (pid === undefined) {
      await ended
      throw new Error('A command without a process. This is a bug in AgentOS.')
    }
    const captured =
      child.stdout === null
        ? undefined
        : collect(child.stdout, { echo, most: capture ?? 0, redactor })
    let timedOut = false
    const timer = setTimeout(() => {
      timedOut = true
      signalGroup(pid, 'SIGKILL')
    }, timeoutMs ?? MOST_TIMER_MS)

    groups.add(pid)
    const stop = () => signalGroup(pid, 'SIGTERM')
    signal.addEventListener('abort', stop, { once: true })
    try {
      await sendNow({ type: 'command-started', command, program, pid, ...where })
      openGate(child.stdio[3] as Writable)
      const result = await ended
      groups.ended(pid)
      if (timedOut || captured !== undefined) signalGroup(pid, 'SIGKILL') // its orphaned processes
      if (before !== undefined) await groups.sweep(before)
      const printed = (await captured?.()) ?? ''
      const written = file?.read()
      if (written !== undefined) echo(printResult(written))
      const ran = where.step === undefined ? {} : { step: where.step }
      await sendNow({ type: 'command-ended', pid, ...result, ...ran })
      interruption.check()
      if (result.exitCode !== 0 && !allowFailure) {
        throw new CommandFailed(command, result.exitCode, result.signal)
      }
      return {
        ...result,
        timedOut,
        output: printed,
        ...(written === undefined ? {} : { result: redactor.redact(written) }),
      }
    } finally {
      groups.ended(pid)
      clearTimeout(timer)
      signal.removeEventListener('abort', stop)
    }
  }
}

function openGate(gate: Writable): void {
  gate.on('error', () => {}) // the command was killed before its start; reported by its exit
  gate.end('go\n')
}

/**
 * What a command prints: passed on to the item's output as it comes, its last part also kept, without secrets.
 * A little more than that part is held: a secret at its beginning would not be known by its half.
 */
function collect(
  stream: Readable,
  options: {
    readonly echo: (text: string) => void
    readonly most: number
    readonly redactor: Redactor
  },
): () => Promise<string> {
  const { echo, most, redactor } = options
  let text = ''
  stream.setEncoding('utf8').on('data', (part: string) => {
    echo(part)
    text = (text + part).slice(-most - redactor.longest)
  })
  const ended = new Promise((resolve) => stream.once('close', resolve))
  return async () => {
    await Promise.race([ended, sleep(END_WITHIN_MS, undefined, { ref: false })])
    return redactor.redact(text).slice(-most)
  }
}
