/** The words for what goes wrong with GitHub, in a run and before one. */
import type { EventOf } from '../../model/event.ts'
import type { Failure, GitHubTrouble } from '../../model/failure.ts'

type GitHubFailed = Extract<Failure, { reason: 'github-failed' }>

export function githubWords({ repository, why, message, until }: GitHubFailed): {
  readonly what: string
  readonly why: string
  readonly remedy: string
} {
  const comesBack = until === null ? '' : `, until ${new Date(until).toLocaleString('en-CA')}`
  return {
    what: `GitHub, ${repository}: ${WHAT[why]}${comesBack}`,
    why: message,
    remedy: `${REMEDY[why]}; the same command goes on from there`,
  }
}

export function retryWords({
  message,
  until,
}: Pick<EventOf<'github-retried'>, 'message' | 'until'>): string {
  return `GitHub: ${message}; asked again at ${new Date(until).toLocaleTimeString('en-GB')}`
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
  found: 'is there already',
  updated: 'was brought up to date',
  kept: 'was changed there by somebody and left as it is',
} as const

const WHAT: Readonly<Record<GitHubTrouble, string>> = {
  forbidden: 'the token may not do this',
  missing: 'there is no such thing, or the token cannot see it',
  refused: 'what was sent is not accepted',
  'rate-limit': 'no more requests are allowed for now',
  unavailable: 'it has an outage',
  unreadable: 'it gives an answer that cannot be used',
  unreachable: 'it cannot be reached',
}

const REMEDY: Readonly<Record<GitHubTrouble, string>> = {
  forbidden:
    'give the token the rights to read and write issues, and pull requests if they are wanted',
  missing: 'look at github.repository, and whether the token may see it',
  refused: 'see what GitHub says, mend the cause',
  'rate-limit': 'wait until then',
  unavailable: 'wait a while',
  unreadable: 'check github.baseUrl, and the proxy if there is one',
  unreachable: 'check the network, the proxy and github.baseUrl',
}
