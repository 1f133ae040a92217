/** Words for GitHub failures, in a run and before one. */
import type { EventOf } from '../../model/event.ts'
import type { Failure, GitHubProblem } from '../../model/failure.ts'
import { formatInstant } from './time-words.ts'

type GitHubFailed = Extract<Failure, { reason: 'github-failed' }>

export function githubWords({ repository, why, message, until }: GitHubFailed): {
  readonly what: string
  readonly why: string
  readonly remedy: string
} {
  const comesBack = until === null ? '' : `, until ${formatInstant(until)}`
  return {
    what: `GitHub, ${repository}: ${WHAT[why]}${comesBack}`,
    why: message,
    remedy: `${REMEDY[why]}; the same command resumes from there`,
  }
}

export function retryWords({
  message,
  until,
}: Pick<EventOf<'github-retried'>, 'message' | 'until'>): string {
  return `GitHub: ${message}; next try at ${formatInstant(until)}`
}

export function publishedWords(event: EventOf<'github-published'>): string {
  const { what, number, url, how, droppedLabels = [] } = event
  const dropped =
    droppedLabels.length === 0
      ? ''
      : `; GitHub has dropped ${droppedLabels.map((label) => `the label ${label}`).join(', ')}: set it there, or use a token that may`
  return `${what} ${number} on GitHub ${HOW[how]}: ${url}${dropped}`
}

const HOW = {
  created: 'was created',
  found: 'exists already',
  updated: 'was updated',
  kept: 'was edited there and is left unchanged',
} as const

const WHAT: Readonly<Record<GitHubProblem, string>> = {
  forbidden: 'the token has no permission for this',
  missing: 'not found, or not visible to the token',
  refused: 'request not accepted',
  'rate-limit': 'rate-limited',
  unavailable: 'outage',
  unreadable: 'unusable answer',
  unreachable: 'not reachable',
}

const REMEDY: Readonly<Record<GitHubProblem, string>> = {
  forbidden:
    'give the token permission to read and write issues, and pull requests if they are enabled',
  missing: 'check github.repository and the permissions of the token',
  refused: 'fix the cause that GitHub names',
  'rate-limit': 'wait until then',
  unavailable: 'wait a while',
  unreadable: 'check github.baseUrl, and the proxy if there is one',
  unreachable: 'check the network, the proxy and github.baseUrl',
}
