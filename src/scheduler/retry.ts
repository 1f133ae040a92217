import type { Failure } from '../model/failure.ts'

/**
 * Which failures are retried. The death of a worker may be accidental (memory, a stray signal), and so may the
 * removal of a worktree: the item resumes from its checkpoint. All other failures
 * would repeat.
 */
const RESTARTED: Record<Failure['reason'], boolean> = {
  'worker-died': true,
  'memory-limit': true,
  'worktree-failed': true,
  threw: false,
  'command-failed': false,
  'step-misused': false,
  'checkpoint-unusable': false,
  'state-unusable': false,
  'model-call-failed': false,
  'provider-unreachable': false,
  'answer-unreadable': false,
  'model-mismatch': false,
  'answer-invalid': false,
  'no-credential': false,
  'cost-limit': false,
  'round-limit': false,
  stagnant: false,
  'checks-failed': false,
  'tests-failed': false,
  question: false,
  conflict: false,
  'github-failed': false,
  'item-timeout': false,
  'idle-timeout': false,
  'output-limit': false,
}

export function isRestarted(failure: Failure): boolean {
  return RESTARTED[failure.reason]
}
