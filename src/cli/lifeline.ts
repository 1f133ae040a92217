/**
 * On a Node that cannot replace itself, the launcher (`bin/agentos.cjs`) waits for this process and
 * holds the other end of descriptor 3. That end closes when the launcher is killed, by `kill -9` too:
 * then this process is killed as well, so that `kill -9` of the process that was started ends the run.
 */
import { Socket } from 'node:net'
import { signalSelf } from '../fleet/processes.ts'

const LIFELINE = 3

export function endWithLauncher(): void {
  const launcher = new Socket({ fd: LIFELINE, readable: true, writable: false })
  launcher.on('error', () => {}) // a close follows
  launcher.on('close', () => signalSelf('SIGKILL'))
  launcher.resume().unref()
}
