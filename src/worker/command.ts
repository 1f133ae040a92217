import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import type { Writable } from 'node:stream'
import type { RunContext } from '../authoring/workflow.ts'
import { inside } from '../files/inside.ts'
import type { ToCoordinator } from '../protocol/messages.ts'
import { CommandFailed } from './errors.ts'
import type { Interruption } from './interruption.ts'
import { type ProcessGroups, signalGroup } from './process-groups.ts'

/**
 * The command waits at a gate until the coordinator has been told its process group: whatever
 * happens from its first instruction on, somebody knows what to kill. If the worker dies before,
 * the gate closes and the command never begins.
 */
const GATE = 'read -r go <&3 && exec 3<&- && exec "$@"'

export function createCommand(options: {
  readonly root: string
  readonly groups: ProcessGroups
  readonly interruption: Interruption
  readonly currentStep: () => string | undefined
  /** Resolves when the message has left this process. */
  readonly tellNow: (message: ToCoordinator) => Promise<void>
}): RunContext['command'] {
  const { root, groups, interruption, currentStep, tellNow } = options
  const { signal } = interruption

  return async (program, args = [], { cwd = '.', env = {}, allowFailure = false } = {}) => {
    interruption.check()
    const folder = inside(root, cwd)
    if (!existsSync(folder))
      throw new Error(`The folder "${cwd}" to run ${program} in does not exist.`)
    const command = [program, ...args].join(' ')
    const step = currentStep()
    const isWindows = process.platform === 'win32'
    const child = spawn(
      isWindows ? program : '/bin/sh',
      isWindows ? args : ['-c', GATE, 'sh', program, ...args],
      {
        cwd: folder,
        env: { ...process.env, ...env },
        detached: true,
        windowsHide: true,
        stdio: ['ignore', 'inherit', 'inherit', 'pipe'],
      },
    )
    const ended = new Promise<{ exitCode: number | null; signal: string | null }>(
      (resolve, reject) => {
        child.once('error', reject)
        child.once('exit', (exitCode, exitSignal) => resolve({ exitCode, signal: exitSignal }))
      },
    )
    const { pid } = child
    if (pid === undefined) return ended

    groups.add(pid)
    const stop = () => signalGroup(pid, 'SIGTERM')
    signal.addEventListener('abort', stop, { once: true })
    try {
      const where = step === undefined ? {} : { step }
      await tellNow({ type: 'command-started', command, pid, ...where })
      openGate(child.stdio[3] as Writable)
      const result = await ended
      await tellNow({ type: 'command-ended', pid, ...result, ...where })
      interruption.check()
      if (result.exitCode !== 0 && !allowFailure) {
        throw new CommandFailed(command, result.exitCode, result.signal)
      }
      return result
    } finally {
      signal.removeEventListener('abort', stop)
    }
  }
}

function openGate(gate: Writable): void {
  gate.on('error', () => {}) // the command was killed before it began; its exit tells
  gate.end('go\n')
}
