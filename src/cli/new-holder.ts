import { randomBytes } from 'node:crypto'
import { identityOf } from '../coordinator/processes.ts'
import type { LockHolder } from '../model/failure.ts'
import { runId } from '../model/ids.ts'

/** This process as one that may hold locks, under a name of its own. */
export function newHolder(): LockHolder {
  const identity = identityOf(process.pid)
  if (identity === undefined)
    throw new Error('This process cannot be seen. This is a bug in AgentOS.')
  return { run: runId(randomBytes(4).toString('hex')), ...identity }
}
