/**
 * Small processes that outlive their coordinator by a moment. When the coordinator has exited, for any
 * cause, each kills the remaining groups and every other process with the run's marks: a
 * blocked or stopped worker does not notice the exit, and a command may have
 * left its group. There are two of them, so that one may die together with the coordinator; one that is
 * killed is replaced. Windows has none: there a blocked worker is ended by the next run.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import type { Socket } from 'node:net'
import type { RunId } from '../model/ids.ts'
import { markOfRun } from '../protocol/process-mark.ts'

const COUNT = 2

/**
 * Reads groups from its input until the input closes with the coordinator, then kills. If this run was
 * started by an item of another run, it removes that run's mark first: killed with the coordinator, it could
 * not kill the workers, which have the marks of this run only. Processes forked during the sweep are found by
 * the next one; outside Linux /proc has no matches.
 */
const SCRIPT = `
ulimit -S -w "$(ulimit -H -w)" 2>/dev/null || ulimit -S -x "$(ulimit -H -x)" 2>/dev/null
trap '' HUP INT QUIT TERM
groups=
while read -r word group; do
  others=
  for known in $groups; do
    if [ "$known" != "$group" ]; then others="$others $known"; fi
  done
  groups=$others
  if [ "$word" = add ]; then groups="$groups $group"; fi
done
for group in $groups; do kill -s KILL -- "-$group"; done
for sweep in 1 2 3 4 5; do
  found=$(
    grep -lsaF "$1" /proc/[0-9]*/environ
    grep -lsE "^Max file locks +$2" /proc/[0-9]*/limits
  )
  if [ -z "$found" ]; then break; fi
  for file in $found; do
    pid=\${file#/proc/}
    kill -s KILL "\${pid%/*}"
  done
done
`

export class Guard {
  readonly #run: RunId
  readonly #groups = new Set<number>()
  readonly #processes = new Set<ChildProcess>()
  #isClosed = false

  constructor(run: RunId) {
    this.#run = run
    if (process.platform === 'win32') return
    for (let started = 0; started < COUNT; started++) this.#start()
  }

  #start(): void {
    const { variable, locks } = markOfRun(this.#run)
    // In no removable folder, and without a mark of a run.
    const guard = spawn('/bin/sh', ['-c', SCRIPT, 'sh', variable, locks], {
      cwd: '/',
      env: { PATH: process.env.PATH },
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
    })
    // Without it workers still end by themselves, unless they are blocked.
    guard.on('error', () => {})
    guard.stdin.on('error', () => {})
    guard.on('exit', (_, signal) => {
      this.#processes.delete(guard)
      // One that has ended by itself would do so again.
      if (signal !== null && !this.#isClosed) this.#start()
    })
    guard.unref()
    ;(guard.stdin as Socket).unref()
    this.#processes.add(guard)
    for (const group of this.#groups) guard.stdin.write(`add ${group}\n`)
  }

  add(group: number): void {
    this.#groups.add(group)
    this.#write(`add ${group}\n`)
  }

  /** The group is empty; its number may be reused soon. */
  remove(group: number): void {
    this.#groups.delete(group)
    this.#write(`remove ${group}\n`)
  }

  close(): void {
    this.#isClosed = true
    for (const guard of this.#processes) guard.stdin?.end()
  }

  #write(line: string): void {
    for (const guard of this.#processes) guard.stdin?.write(line)
  }
}
