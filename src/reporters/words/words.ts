/** Words for skipped items, times, sizes and numbers, for screen, logs and summaries. */

import type { LeftOut, Skip } from '../../model/failure.ts'
import { unreachable } from '../../model/unreachable.ts'
import { cleanWords } from '../screen/clean-text.ts'
import { withOwnCommands } from './own-commands.ts'

/** The item was not started because the run had stopped starting items. */
export function isNotStarted(skip: Skip | undefined): boolean {
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
      return 'no credential of a provider is accepted any more, so no further item was started'
    case 'stopped':
      return 'the run was stopped before it was started'
    default:
      return newerSkipWords(skip)
  }
}

/** For a run of a newer version; all known reasons have a case above, or this does not compile. */
function newerSkipWords(skip: never): string {
  const { reason }: { readonly reason: string } = skip
  return `unknown reason ${reason}, written by a newer version`
}

/** Why an item starts over. */
export const SET_ASIDE = {
  'input-changed': 'its input has changed since it was started',
  'workflow-changed': 'the workflow has another version now',
  damaged: 'its checkpoint is damaged',
  'provider-changed': 'it was started with another kind of provider',
  'seal-broken':
    'a saved result does not match its seal (damaged, or written by another program), so none is used',
  'credentials-changed':
    'none of the API keys that it was saved with is configured any more, so its seals cannot be checked',
} as const

export function leftOutWords(why: LeftOut, label: string): string {
  switch (why.reason) {
    case 'done':
      return 'done already; name it with --fresh to start over'
    case 'needs-revision':
      return `needs revision; change its input, or start over with \`agentos retry ${label}\``
    case 'gated':
      return `waits for a person at gate ${why.gate}: ${cleanWords(why.question)} (see \`agentos gates\`)`
    case 'not-ready':
      return `${why.why}; run: ${why.command}`
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

/** For a run whose events file is damaged. */
export function damagedWords(lines: number): string {
  return `${lines} of its events cannot be read and are left out.`
}

/** A point in time; within 20 hours only the time of day. */
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
