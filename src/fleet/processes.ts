/**
 * The machine's processes: life and marks. Linux reads /proc. macOS asks `ps`: written, untested.
 */
import { execFileSync } from 'node:child_process'
import type { ProcessIdentity } from '../model/failure.ts'
import { markedProcesses, type ProcessMark, readProc } from '../protocol/process-mark.ts'
import { statOf, trySignal } from '../protocol/process-signals.ts'

/** A process that forks while it is being swept is met again; this ends all the same. */
const MOST_SWEEPS = 5

/** A process by pid and start time; undefined if it has exited or is a zombie. */
export function identityOf(pid: number): ProcessIdentity | undefined {
  const startedAt = process.platform === 'linux' ? linuxStart(pid) : psStart(pid)
  return startedAt === undefined ? undefined : { pid, startedAt }
}

export function isAlive(identity: ProcessIdentity): boolean {
  return identityOf(identity.pid)?.startedAt === identity.startedAt
}

/** Signals this very process; false if it has exited. */
export function signalProcess(identity: ProcessIdentity, signal: NodeJS.Signals): boolean {
  return isAlive(identity) && trySignal(identity.pid, signal)
}

/** The signal's default action: sleep until SIGCONT, or exit. */
export function signalSelf(signal: 'SIGSTOP' | 'SIGQUIT' | 'SIGKILL'): void {
  process.kill(process.pid, signal)
}

/**
 * Whether there is a shell that could send SIGCONT: a process of our session outside our process group.
 * There is none in `ssh -t host agentos …`, nor for the first process of a container.
 */
export function hasShell(): boolean {
  if (process.platform !== 'linux') return true
  let [, parent, ownGroup, ownSession] = statOf('self')
  while (parent !== undefined) {
    const [, next, group, session] = statOf(parent)
    if (session !== ownSession) return false
    if (group !== ownGroup) return true
    parent = next
  }
  return false
}

/** Kills every process with this mark, in whatever group it hides; says how many. */
export function killMarked(mark: ProcessMark): number {
  const killed = new Set<number>()
  for (let sweep = 0; sweep < MOST_SWEEPS; sweep++) {
    const found = markedProcesses(mark)
    if (found.length === 0) break
    for (const pid of found) {
      killed.add(pid)
      trySignal(pid, 'SIGKILL')
    }
  }
  return killed.size
}

/** Boot and start tick: after a restart of the machine the same pid is another process. */
function linuxStart(pid: number): string | undefined {
  const [state, ...fields] = statOf(pid)
  if (state === undefined || state === 'Z' || state === 'X') return undefined
  return `${readProc('sys/kernel/random/boot_id')?.trim()}:${fields[18]}`
}

function psStart(pid: number): string | undefined {
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim()
  } catch {
    return undefined // ps exits with 1 when there is no such process
  }
}
