/**
 * A small process that outlives its coordinator by a moment. When the coordinator is gone, however
 * that came, it kills the groups that have not ended: a worker that is blocked or held does not see
 * that nobody is there any more. Windows has no such process: there a blocked worker is ended by the
 * next run.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import type { Socket } from 'node:net'

/** It hears of groups on its input, which ends with the coordinator, and then does its work. */
const SCRIPT = `
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
`

export class Guard {
  readonly #process: ChildProcess | undefined

  constructor() {
    if (process.platform === 'win32') return
    // In no folder that somebody may want to remove, and with no mark that somebody may look for.
    this.#process = spawn('/bin/sh', ['-c', SCRIPT], {
      ...{ cwd: '/', env: {}, detached: true },
      stdio: ['pipe', 'ignore', 'ignore'],
    })
    // Without it workers still end by themselves, unless they are blocked.
    this.#process.on('error', () => {})
    this.#process.stdin?.on('error', () => {})
    this.#process.unref()
    ;(this.#process.stdin as Socket | null)?.unref()
  }

  add(group: number): void {
    this.#process?.stdin?.write(`add ${group}\n`)
  }

  /** Nobody is left in it; its number may soon be somebody else's. */
  remove(group: number): void {
    this.#process?.stdin?.write(`remove ${group}\n`)
  }

  close(): void {
    this.#process?.stdin?.end()
  }
}
