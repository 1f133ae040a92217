import type { Failure } from '../model/failure.ts'

/**
 * What is tried again, by reason. A worker that died may have met bad luck (memory, a stray
 * signal): its item goes on from its checkpoint, and so does one whose worktree was taken away. All else
 * would fail the same way again.
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
