/**
 * The machine's processes: life, marks, and signals to whole groups.
 * Linux reads /proc. macOS asks `ps`, Windows `taskkill`: written, untested.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import type { ProcessIdentity } from '../model/failure.ts'
import { markedProcesses, type ProcessMark, readProc } from '../protocol/process-mark.ts'

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

export function signalGroup(pid: number, signal: NodeJS.Signals): void {
  if (process.platform === 'win32') {
    spawnSync('taskkill', ['/pid', String(pid), '/T', '/F'], { windowsHide: true })
    return
  }
  trySignal(-pid, signal)
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
  const own = placeOf('self')
  for (let above = own && placeOf(own.parent); own && above; above = placeOf(above.parent)) {
    if (above.session !== own.session) return false
    if (above.group !== own.group) return true
  }
  return false
}

function placeOf(pid: string): { parent: string; group: string; session: string } | undefined {
  const [, parent, group, session] =
    readProc(`${pid}/stat`)
      ?.replace(/^.*\) /s, '')
      .split(' ') ?? []
  if (parent === undefined || group === undefined || session === undefined) return undefined
  return { parent, group, session }
}

/** Whether a group has a process. */
export function isGroupAlive(pid: number): boolean {
  return trySignal(-pid, 0)
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

/** False if there is no such process, or it belongs to another user. */
function trySignal(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(pid, signal)
    return true
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code !== 'ESRCH' && code !== 'EPERM') throw error
    return code === 'EPERM'
  }
}

/** Boot and start tick: after a restart of the machine the same pid is another process. */
function linuxStart(pid: number): string | undefined {
  const stat = readProc(`${pid}/stat`)
  // The name in parentheses may hold anything; fields are counted from its end.
  const [state, ...fields] = stat?.slice(stat.lastIndexOf(')') + 2).split(' ') ?? []
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
