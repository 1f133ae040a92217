/** Words for skipped items, times, sizes and numbers, for screen, logs and summaries. */

import type { LeftOut, Skip } from '../../model/failure.ts'
import { cleanWords } from '../screen/clean-text.ts'
import { withOwnCommands } from './own-commands.ts'

/** The item was not started because the run had stopped starting items. */
export function isNotStarted(skip: Skip | undefined): boolean {
  return skip !== undefined && ['stopped', 'fail-fast', 'no-credential'].includes(skip.reason)
}

/** A function for each reason. */
export type ByReason<Union extends { readonly reason: string }, Words> = {
  readonly [Reason in Union['reason']]: (
    one: Extract<Union, { readonly reason: Reason }>,
    label: string,
  ) => Words
}

const SKIPPED: ByReason<Skip, string> = {
  dependency: ({ on, outcome }) => `it depends on ${on}, which ended as ${outcome}`,
  locked: ({ by }) => `run ${by.run} (process ${by.pid}) is working on it`,
  'done-elsewhere': ({ run }) => `run ${run} has finished it in the meantime`,
  'fail-fast': () => 'another item failed and --fail-fast was given',
  'no-credential': () =>
    'no credential of a provider is accepted any more, so no further item was started',
  stopped: () => 'the run was stopped before it was started',
}

export function skipWords(skip: Skip): string {
  const words = SKIPPED[skip.reason] as ((skip: Skip) => string) | undefined
  return words?.(skip) ?? newerWords(skip)
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

const LEFT_OUT: ByReason<LeftOut, string> = {
  done: () => 'done already; name it with --fresh to start over',
  'needs-revision': (_, label) =>
    `needs revision; change its input, or start over with \`agentos retry ${label}\``,
  gated: ({ gate, question }) =>
    `waits for a person at gate ${gate}: ${cleanWords(question)} (see \`agentos gates\`)`,
  'not-ready': ({ why, command }) => `${why}; run: ${command}`,
  'dependency-pending': ({ on }) =>
    `depends on ${on}, which has not succeeded and is not part of this run`,
}

export function leftOutWords(why: LeftOut, label: string): string {
  const words = LEFT_OUT[why.reason] as ((why: LeftOut, label: string) => string) | undefined
  return words?.(why, label) ?? newerWords(why)
}

function newerWords({ reason }: { readonly reason: string }): string {
  return `unknown reason ${reason}, written by a newer version`
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
