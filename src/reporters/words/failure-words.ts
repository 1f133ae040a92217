/** The words for what went wrong: one place, for screen, logs and summaries. */
import type { Failure } from '../../model/failure.ts'
import { formatDuration } from './format-duration.ts'
import { githubWords } from './github-words.ts'
import { faultWords } from './outage-words.ts'
import { TROUBLE_REMEDY } from './trouble-words.ts'
import { formatSize, plural } from './words.ts'

export interface FailureWords {
  readonly what: string
  /** What is behind it, where that is more than the fact itself. */
  readonly why?: string
  /** What the user can do about it. */
  readonly remedy: string
}

export function failureWords(failure: Failure, label: string): FailureWords {
  switch (failure.reason) {
    case 'threw':
      return {
        what: 'the workflow threw',
        why: failure.message,
        remedy: 'mend the cause and run the same command; finished steps are kept',
      }
    case 'command-failed':
      return {
        what: `command ended with ${ending(failure)}: ${failure.command}`,
        remedy: 'see its output in the log, mend the cause and run the same command',
      }
    case 'step-misused':
      return { what: failure.message, remedy: 'change the workflow and run the same command' }
    case 'checkpoint-unusable':
    case 'state-unusable':
      return {
        what: failure.message,
        remedy: `${TROUBLE_REMEDY[failure.trouble] ?? TROUBLE_REMEDY.unknown}, then run the same command; finished steps are kept`,
      }
    case 'worker-died':
      return {
        what: `its worker died ${times(failure.attempts)} (${ending(failure)})`,
        ...lastWords(failure.lastLines),
        remedy: 'see its last output in the log; the same command goes on from its last saved step',
      }
    case 'memory-limit':
      return {
        what: `its worker, with all it had started, took ${formatSize(failure.usedBytes)} of memory where ${formatSize(failure.limitBytes)} are allowed, and was killed, ${times(failure.attempts)}`,
        remedy: 'allow more with --set limits.memory=… and run the same command to go on',
      }
    case 'worktree-failed':
      return {
        what: failure.message,
        remedy:
          'run the same command: it resumes from the last saved step, in a new worktree if need be',
      }
    case 'model-call-failed':
      return {
        what: `calling ${failure.model} failed${failure.credential === null ? '' : ` with ${failure.credential}`}`,
        why: failure.message,
        remedy: failure.isFinal
          ? 'check the model’s name and the provider’s baseUrl in the config, for instance with `agentos doctor --online`, then run the same command'
          : 'run the same command to try again; finished calls are not paid twice',
      }
    case 'provider-unreachable':
      return unreachableWords(failure)
    case 'answer-unreadable':
      return {
        what: `the answer of ${failure.model} could not be understood${failure.credential === null ? '' : `, with ${failure.credential}`}`,
        why: failure.message,
        remedy: failure.isTooLarge
          ? 'it may have been paid for, was not asked for again and is not kept: check the provider’s baseUrl in the config, for instance with `agentos doctor --online`, or lower limits.outputTokens, then run the same command or choose another model'
          : 'it may have been paid for and was not asked for again: read it in conversation.md beside the log, then run the same command or choose another model',
      }
    case 'model-mismatch':
      return {
        what: `${failure.asked} was asked, but ${failure.answered || 'a model that is not named'} answered`,
        remedy: 'name the model that should answer, or allow this one in aliases',
      }
    case 'answer-invalid':
      return {
        what: `the answer to ${failure.task} was refused twice`,
        why: failure.message,
        remedy: 'run the same command to ask again, or choose another model for this role',
      }
    case 'no-credential':
      return {
        what: failure.message,
        remedy: `set a working key for ${failure.provider} and run the same command`,
      }
    case 'cost-limit':
      return {
        what: `its next call might take it above $${failure.limit.toFixed(2)}`,
        why: `$${failure.spent.toFixed(2)} are spent`,
        remedy: 'allow more with --set limits.itemCost=… and run the same command to go on',
      }
    case 'round-limit':
      return {
        what: `not approved after ${plural(failure.rounds, 'round')}`,
        why: failure.findings.join('; '),
        remedy: `read the verdicts in the lineage, then change the input, or try anew after \`agentos retry ${label}\``,
      }
    case 'stagnant':
      return {
        what: 'two rounds brought the same findings',
        why: failure.findings.join('; '),
        remedy: `read the verdicts in the lineage, then change the input, or try anew after \`agentos retry ${label}\``,
      }
    case 'checks-failed':
      return {
        what: `the draft does not pass the checks${failure.tries === 0 ? '' : `, mended ${times(failure.tries)}`}`,
        why: failure.findings.join(' '),
        remedy: `read the last draft in the lineage, then change the input, or try anew after \`agentos retry ${label}\``,
      }
    case 'tests-failed':
      return {
        what: `its tests still fail after ${plural(failure.tries, 'repair attempt')}`,
        why: failure.findings.join('; '),
        remedy: `read the proposals in the lineage and the code on its branch, then change the design, or start over with \`agentos retry ${label}\``,
      }
    case 'question':
      return {
        what: 'a person must answer first',
        why: failure.question,
        remedy: `look at it with \`agentos gates show ${label}\`, answer with \`agentos approve ${label}\` or \`agentos revise ${label} "…"\`, then run the same command`,
      }
    case 'conflict':
      return {
        what: `its branch cannot be merged with ${failure.other}`,
        why: `both change ${failure.files.join(', ')}`,
        remedy: `merge ${failure.other} or drop it, then build this one anew after \`agentos retry ${label}\``,
      }
    case 'github-failed':
      return githubWords(failure)
    case 'item-timeout':
      return {
        what: `took longer than ${formatDuration(failure.limitMs)} and was killed`,
        remedy: 'run the same command to go on, or allow more with --set limits.itemTimeout=…',
      }
    case 'idle-timeout':
      return {
        what: `gave no sign of progress for ${formatDuration(failure.limitMs)} and was killed`,
        remedy: 'run the same command to go on, or allow more with --set limits.idleTimeout=…',
      }
    case 'output-limit':
      return {
        what: `printed faster than it could be read, ${formatSize(failure.limitBytes)} ahead, and was killed`,
        remedy: 'make it print less and run the same command',
      }
    default:
      return newerWords(failure)
  }
}

/** Of a run that a newer version has made; ours have their case above, or this does not compile. */
function newerWords(failure: never): FailureWords {
  const { reason }: { readonly reason: string } = failure
  return {
    what: `it failed for a reason that this version does not know: ${reason}`,
    remedy: 'look at the run with the version that has made it',
  }
}

function unreachableWords(
  failure: Extract<Failure, { reason: 'provider-unreachable' }>,
): FailureWords {
  const { provider, phase, code, address, tries } = failure
  const what = {
    connect: `cannot reach provider ${provider}`,
    response: `no answer from provider ${provider}`,
    body: `provider ${provider} stopped in mid-answer`,
  }[phase]
  const meaning = code === 'TIMEOUT' ? LATE[phase] : faultWords(failure)
  return {
    what: `${what} (${code} ${address}), tried ${times(tries)}`,
    ...(meaning === undefined ? {} : { why: meaning }),
    remedy:
      'check the address, the network and the proxy, for instance with `agentos doctor --online`, then run the same command to resume',
  }
}

const LATE = {
  connect: 'no connection within limits.callTimeout',
  response: 'nothing came within limits.callTimeout',
  body: 'the answer had begun, and did not end within limits.callTimeout',
} as const

/** What and why, where there is one line for both. */
export function reasonWords(failure: Failure, label: string): string {
  const { what, why } = failureWords(failure, label)
  return why === undefined ? what : `${what}: ${why}`
}

function times(count: number): string {
  return count === 1 ? 'once' : `${count} times`
}

/** What a dying worker said last, but for the trace that Node prints when it gives up. */
function lastWords(lines: readonly string[]): { readonly why?: string } {
  const words = lines.findLast((line) => !/^\s*($|\d+: |at |-----)/.test(line))
  return words === undefined ? {} : { why: `it last printed: ${words}` }
}

function ending({ exitCode, signal }: { exitCode: number | null; signal: string | null }): string {
  return signal ?? (exitCode === null ? 'no exit code' : `exit code ${exitCode}`)
}
