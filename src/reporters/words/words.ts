/** Words for what was not done, and for times, sizes and numbers: one place, for screen, logs and summaries. */

import type { Skip } from '../../model/failure.ts'
import type { LeftOut } from '../../model/left-out.ts'
import { unreachable } from '../../model/unreachable.ts'
import { cleanWords } from '../screen/clean-text.ts'
import { withOwnCommands } from './own-commands.ts'

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
      return newerSkipWords(skip)
  }
}

/** Of a run that a newer version has made; ours have their case above, or this does not compile. */
function newerSkipWords(skip: never): string {
  const { reason }: { readonly reason: string } = skip
  return `for a reason that this version does not know: ${reason}`
}

export function leftOutWords(why: LeftOut, label: string): string {
  switch (why.reason) {
    case 'done':
      return 'done already; name it with --fresh to start over'
    case 'needs-revision':
      return `needs revision; change its input, or start over with \`agentos retry ${label}\``
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

export function leftOutLine(
  { why, label }: { readonly why: LeftOut; readonly label: string },
  command: string,
): string {
  return `Left out: ${label}: ${withOwnCommands(leftOutWords(why, label), command)}.`
}

/** Of a run whose file of events has suffered. */
export function damagedWords(lines: number): string {
  return `${lines} of its events cannot be read; this is what the others tell.`
}

/** A point in time as people say it: today only the time of day. */
export function formatTime(at: number, now: number): string {
  const time = new Date(at).toLocaleTimeString('en-GB')
  return at - now < 20 * 3_600_000 ? time : `${new Date(at).toLocaleDateString('en-CA')} ${time}`
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
