/** The words of every failure, for screen, logs and summaries. */
import type { Failure } from '../../model/failure.ts'
import { FILE_REMEDY } from './file-words.ts'
import { formatDuration } from './format-duration.ts'
import { githubWords } from './github-words.ts'
import { faultWords } from './outage-words.ts'
import { type ByReason, formatSize, plural } from './words.ts'

export interface FailureWords {
  readonly what: string
  /** The cause, if it is more than the fact itself. */
  readonly why?: string
  /** What the user can do about it. */
  readonly remedy: string
}

export function failureWords(failure: Failure, label: string): FailureWords {
  const words = WORDS[failure.reason] as Words | undefined
  return words === undefined ? newerWords(failure) : words(failure, label)
}

function unionWords(failed: readonly string[] | undefined): string[] {
  return failed === undefined ? [] : [`merged by union and tested: ${failed.join('; ')}`]
}

type Words = (failure: Failure, label: string) => FailureWords

const WORDS: ByReason<Failure, FailureWords> = {
  threw: (failure) => ({
    what: 'unexpected error',
    why: placedMessage(failure),
    remedy: 'fix the cause, then run the command again; finished steps are saved',
  }),
  'command-failed': (failure) => ({
    what: `command ended with ${ending(failure)}: ${failure.command}`,
    remedy: 'read its output in the log, fix the cause, then run the command again',
  }),
  'step-misused': (failure) => ({
    what: failure.message,
    remedy: 'fix the workflow, then run the command again',
  }),
  'checkpoint-unusable': unusableWords,
  'state-unusable': unusableWords,
  'worker-died': (failure) => ({
    what: `its worker died ${times(failure.attempts)} (${ending(failure)})`,
    ...lastWords(failure.lastLines),
    remedy: 'read its last output in the log; the same command resumes after its last saved step',
  }),
  'memory-limit': (failure) => ({
    what: `its worker and the processes started by it used ${formatSize(failure.usedBytes)} of memory (limit ${formatSize(failure.limitBytes)}); killed ${times(failure.attempts)}`,
    remedy: 'raise the limit with --set limits.memory=…, then run the command again to resume',
  }),
  'worktree-failed': (failure) => ({
    what: failure.message,
    remedy:
      'run the command again: it resumes after the last saved step, in a new worktree if necessary',
  }),
  'model-call-failed': (failure) => ({
    what: `calling ${failure.model} failed${failure.credential === null ? '' : ` with ${failure.credential}`}`,
    why: failure.message,
    remedy: failure.isFinal
      ? 'check the model’s name and the provider’s baseUrl in the config, for instance with `agentos doctor --online`, then run the command again'
      : 'run the command again to retry; finished calls are not paid twice',
  }),
  'provider-unreachable': unreachableWords,
  'answer-unreadable': (failure) => ({
    what: `cannot parse the answer of ${failure.model}${failure.credential === null ? '' : ` with ${failure.credential}`}`,
    why: failure.message,
    remedy: failure.isTooLarge
      ? 'it may have been paid for, was not requested again and is not kept: check the provider’s baseUrl in the config, for instance with `agentos doctor --online`, or lower limits.outputTokens, then run the command again or choose another model'
      : 'it may have been paid for and was not requested again: read it in conversation.md beside the log, then run the command again or choose another model',
  }),
  'model-mismatch': (failure) => ({
    what: `${failure.asked} was asked, but ${failure.answered || 'an unnamed model'} answered`,
    remedy: 'name the model that should answer, or allow this one in aliases',
  }),
  'answer-invalid': (failure) => ({
    what: `the answer to ${failure.task} was refused twice`,
    why: failure.message,
    remedy: 'run the command again to ask once more, or choose another model for this role',
  }),
  'no-credential': (failure) => ({
    what: failure.message,
    remedy: `set a valid API key for ${failure.provider}, then run the command again`,
  }),
  'cost-limit': (failure) => ({
    what: `its next call might exceed its cost limit of $${failure.limit.toFixed(2)}`,
    why: `$${failure.spent.toFixed(2)} spent so far`,
    remedy: 'raise the limit with --set limits.itemCost=…, then run the command again to resume',
  }),
  'round-limit': (failure, label) => ({
    what: `not approved after ${plural(failure.rounds, 'round')}`,
    why: failure.findings.join('; '),
    remedy: `read the verdicts in the lineage, then change the input, or start over with \`agentos retry ${label}\``,
  }),
  stagnant: (failure, label) => ({
    what: 'two rounds brought the same findings',
    why: failure.findings.join('; '),
    remedy: `read the verdicts in the lineage, then change the input, or start over with \`agentos retry ${label}\``,
  }),
  'checks-failed': (failure, label) => ({
    what: `the draft ${failure.tries === 0 ? 'fails the checks' : `still fails the checks after ${plural(failure.tries, 'repair attempt')}`}`,
    why: failure.findings.join(' '),
    remedy: `read the last draft in the lineage, then change the input, or start over with \`agentos retry ${label}\``,
  }),
  'tests-failed': (failure, label) => ({
    what: `its tests or checks still fail after ${plural(failure.tries, 'repair attempt')}`,
    why: failure.findings.join('; '),
    remedy: `read the proposals in the lineage and the code on its branch, then change the design, or start over with \`agentos retry ${label}\``,
  }),
  question: (failure, label) => ({
    what: 'a person must answer first',
    why: failure.question,
    remedy: `read it with \`agentos gates show ${label}\`, answer with \`agentos approve ${label}\` or \`agentos revise ${label} "…"\`, then run the command again`,
  }),
  conflict: (failure, label) => ({
    what: `its branch cannot be merged with ${failure.other}`,
    why: [`both change ${failure.files.join(', ')}`, ...unionWords(failure.failed)].join('; '),
    remedy: `merge or delete ${failure.other}, then rebuild this item after \`agentos retry ${label}\``,
  }),
  'github-failed': githubWords,
  'item-timeout': (failure) => ({
    what: `took longer than ${formatDuration(failure.limitMs)} (limits.itemTimeout) and was killed`,
    remedy: 'run the command again to resume, or raise the limit with --set limits.itemTimeout=…',
  }),
  'idle-timeout': (failure) => ({
    what: `no progress for ${formatDuration(failure.limitMs)} (limits.idleTimeout): killed`,
    remedy: 'run the command again to resume, or raise the limit with --set limits.idleTimeout=…',
  }),
  'output-limit': (failure) => ({
    what: `printed faster than its output could be read (${formatSize(failure.limitBytes)} unread) and was killed`,
    remedy: 'make it print less, then run the command again',
  }),
}

/** For a run of a newer version. */
function newerWords({ reason }: Failure): FailureWords {
  return {
    what: `unknown failure reason ${reason}, written by a newer version`,
    remedy: 'read the run with the version that wrote it',
  }
}

type Unusable = Extract<Failure, { reason: 'checkpoint-unusable' | 'state-unusable' }>

function unusableWords({ message, problem }: Unusable): FailureWords {
  return {
    what: message,
    remedy: `${FILE_REMEDY[problem] ?? FILE_REMEDY.unknown}, then run the command again; finished steps are saved`,
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
      'check the address, the network and the proxy, for instance with `agentos doctor --online`, then run the command again to resume',
  }
}

const LATE = {
  connect: 'no connection within limits.callTimeout',
  response: 'no response within limits.callTimeout',
  body: 'the answer started, then nothing came for limits.streamIdle',
} as const

/** What and why, where there is one line for both. */
export function reasonWords(failure: Failure, label: string): string {
  const { what, why } = failureWords(failure, label)
  return why === undefined ? what : `${what}: ${why}`
}

/** The place of a throw stands at the end of the message's first line. */
function placedMessage({ message, where }: { message: string; where?: string }): string {
  return where === undefined
    ? message
    : message.replace(/(?=\r?\n|$(?![\s\S]))/, () => ` (${where})`)
}

function times(count: number): string {
  return count === 1 ? 'once' : `${count} times`
}

/** The last output of a worker that died, without the stack trace that Node prints. */
function lastWords(lines: readonly string[]): { readonly why?: string } {
  const words = lines.findLast((line) => !/^\s*($|\d+: |at |-----)/.test(line))
  return words === undefined ? {} : { why: `it last printed: ${words}` }
}

function ending({ exitCode, signal }: { exitCode: number | null; signal: string | null }): string {
  return signal ?? (exitCode === null ? 'no exit code' : `exit code ${exitCode}`)
}
