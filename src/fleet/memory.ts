/**
 * Memory of a worker with all its processes. Linux: private memory of each process,
 * from /proc; pages of files, which Linux can take back and which many share, do not count.
 * Elsewhere nothing is measured, and only the limit of the worker's heap holds.
 */
import { readdirSync, readFileSync } from 'node:fs'

const OWN = /^RssAnon:\s+(\d+) kB$/m

export interface RunningProcess {
  readonly pid: number
  readonly parent: number
  readonly session: number
}

export function runningProcesses(): RunningProcess[] {
  return processNumbers().flatMap((name) => {
    const stat = readProc(`${name}/stat`)
    // The name in parentheses may hold anything; fields are counted from its end.
    const [, parent, , session] = stat?.slice(stat.lastIndexOf(')') + 2).split(' ') ?? []
    return session === undefined
      ? []
      : [{ pid: Number(name), parent: Number(parent), session: Number(session) }]
  })
}

function processNumbers(): string[] {
  try {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  } catch {
    return [] // not Linux, or too many open files just now: the next poll will do
  }
}

/** The processes in these sessions, and whatever descends from them, in whatever session that is. */
export function membersOf(
  processes: readonly RunningProcess[],
  sessions: ReadonlySet<number>,
): number[] {
  const children = Map.groupBy(processes, ({ parent }) => parent)
  const members = new Set<number>()
  const found = processes.filter(({ session }) => sessions.has(session))
  for (let next = found.pop(); next !== undefined; next = found.pop()) {
    if (members.has(next.pid)) continue
    members.add(next.pid)
    found.push(...(children.get(next.pid) ?? []))
  }
  return [...members]
}

export function memoryOf(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => {
    const kilobytes = OWN.exec(readProc(`${pid}/status`) ?? '')?.[1] ?? 0
    return sum + Number(kilobytes) * 1024
  }, 0)
}

function readProc(path: string): string | undefined {
  try {
    return readFileSync(`/proc/${path}`, 'utf8')
  } catch {
    return undefined // exited meanwhile
  }
}
