/** The words for what went wrong or was not done: one place, for screen, logs and summaries. */

import type { Failure, Skip } from '../model/failure.ts'
import type { LeftOut } from '../model/left-out.ts'
import { unreachable } from '../model/unreachable.ts'
import { cleanWords } from './clean-text.ts'
import { githubWords } from './github-words.ts'
import { TROUBLE_REMEDY } from './trouble-words.ts'

export interface FailureWords {
  readonly what: string
  /** What the user can do about it. */
  readonly remedy: string
}

export function failureWords(failure: Failure, label: string): FailureWords {
  switch (failure.reason) {
    case 'threw':
      return {
        what: `the workflow threw: ${failure.message}`,
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
        remedy: `${TROUBLE_REMEDY[failure.trouble]}, then run the same command; finished steps are kept`,
      }
    case 'worker-died':
      return {
        what: `its worker died ${times(failure.attempts)} (${ending(failure)})${lastWords(failure.lastLines)}`,
        remedy: 'see its last output in the log; the same command goes on from its last saved step',
      }
    case 'memory-limit':
      return {
        what: `its worker, with all it had started, took ${formatSize(failure.usedBytes)} of memory where ${formatSize(failure.limitBytes)} are allowed, and was killed, ${times(failure.attempts)}`,
        remedy: 'allow more with --set limits.memory=… and run the same command to go on',
      }
    case 'model-call-failed':
      return {
        what: `calling ${failure.model} failed${failure.credential === null ? '' : ` with ${failure.credential}`}: ${failure.message}`,
        remedy: 'run the same command to try again; finished calls are not paid twice',
      }
    case 'model-mismatch':
      return {
        what: `${failure.asked} was asked, but ${failure.answered || 'a model that is not named'} answered`,
        remedy: 'name the model that should answer, or allow this one in aliases',
      }
    case 'answer-invalid':
      return {
        what: `the answer to ${failure.task} was refused twice: ${failure.message}`,
        remedy: 'run the same command to ask again, or choose another model for this role',
      }
    case 'no-credential':
      return {
        what: failure.message,
        remedy: `set a working key for ${failure.provider} and run the same command`,
      }
    case 'cost-limit':
      return {
        what: `its next call might take it above $${failure.limit.toFixed(2)}; $${failure.spent.toFixed(2)} are spent`,
        remedy: 'allow more with --set limits.itemCost=… and run the same command to go on',
      }
    case 'round-limit':
      return {
        what: `not approved after ${plural(failure.rounds, 'round')}: ${failure.findings.join('; ')}`,
        remedy: `read the verdicts in the lineage, then change the input, or try anew after \`agentos retry ${label}\``,
      }
    case 'stagnant':
      return {
        what: `two rounds brought the same findings: ${failure.findings.join('; ')}`,
        remedy: `read the verdicts in the lineage, then change the input, or try anew after \`agentos retry ${label}\``,
      }
    case 'checks-failed':
      return {
        what: `the draft does not pass the checks${failure.tries === 0 ? '' : `, mended ${times(failure.tries)}`}: ${failure.findings.join(' ')}`,
        remedy: `read the last draft in the lineage, then change the input, or try anew after \`agentos retry ${label}\``,
      }
    case 'question':
      return {
        what: failure.question,
        remedy: `look at it with \`agentos gates show ${label}\`, answer with \`agentos approve ${label}\` or \`agentos revise ${label} "…"\`, then run the same command`,
      }
    case 'conflict':
      return {
        what: `its branch cannot be merged with ${failure.other}: both change ${failure.files.join(', ')}`,
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
      return unreachable(failure)
  }
}

/** The item's turn had not come when nothing new was begun any more. */
export function isNotBegun(skip: Skip | undefined): boolean {
  return skip !== undefined && ['stopped', 'fail-fast', 'no-credential'].includes(skip.reason)
}

export function skipWords(skip: Skip): string {
  switch (skip.reason) {
    case 'dependency':
      return `it depends on ${skip.on}, which ended as ${skip.outcome}`
    case 'locked':
      return `run ${skip.by.run} (process ${skip.by.pid}) is working on it`
    case 'done-elsewhere':
      return `run ${skip.run} has finished it in the meantime`
    case 'fail-fast':
      return 'another item failed and --fail-fast was given'
    case 'no-credential':
      return 'no key of a provider is accepted any more, so nothing new was begun'
    case 'stopped':
      return 'the run was stopped before it began'
    default:
      return unreachable(skip)
  }
}

export function leftOutWords(why: LeftOut): string {
  switch (why.reason) {
    case 'done':
      return 'done already; name it with --fresh to start over'
    case 'needs-revision':
      return 'needs revision; change its input, or name it with `agentos retry`'
    case 'gated':
      return `waits for a person at gate ${why.gate}: ${cleanWords(why.question)} (see \`agentos gates\`)`
    case 'not-ready':
      return `${why.why}; this helps: ${why.command}`
    case 'dependency-pending':
      return `depends on ${why.on}, which has not succeeded and is not part of this run`
    default:
      return unreachable(why)
  }
}

/** A point in time as people say it: today only the time of day. */
export function formatTime(at: number, now: number): string {
  const time = new Date(at).toLocaleTimeString('en-GB')
  return at - now < 20 * 3_600_000 ? time : `${new Date(at).toLocaleDateString('en-CA')} ${time}`
}

export function formatDuration(ms: number): string {
  if (ms < 999.5) return `${Math.round(ms)}ms`
  if (ms < 59_950) return `${Number((ms / 1_000).toFixed(1))}s`
  const seconds = Math.round(ms / 1_000)
  const minutes = Math.floor(seconds / 60)
  const rest = seconds % 60
  if (minutes < 60)
    return rest === 0 ? `${minutes}m` : `${minutes}m${String(rest).padStart(2, '0')}s`
  const hours = Math.floor(minutes / 60)
  return minutes % 60 === 0 ? `${hours}h` : `${hours}h${String(minutes % 60).padStart(2, '0')}m`
}

export function formatSize(bytes: number): string {
  const kilobytes = bytes / 1024
  if (kilobytes < 1024) return `${Math.ceil(kilobytes)} KB`
  const megabytes = kilobytes / 1024
  if (megabytes < 1024) return `${Math.ceil(megabytes)} MB`
  return `${Number((megabytes / 1024).toFixed(1))} GB`
}

export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

function times(count: number): string {
  return count === 1 ? 'once' : `${count} times`
}

/** What a dying worker said last, but for the trace that Node prints when it gives up. */
function lastWords(lines: readonly string[]): string {
  const words = lines.findLast((line) => !/^\s*($|\d+: |at |-----)/.test(line))
  return words === undefined ? '' : `; it last printed: ${words}`
}

function ending({ exitCode, signal }: { exitCode: number | null; signal: string | null }): string {
  return signal ?? (exitCode === null ? 'no exit code' : `exit code ${exitCode}`)
}
