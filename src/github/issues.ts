/** Issues of a repository on GitHub, in the same shape as those of `issues/`. */
import { z } from 'zod'
import type { Issue } from '../model/issue.ts'
import type { Api } from './api.ts'
import { readIssueText } from './issue-text.ts'
import { Refused } from './refusal.ts'

const LIST = 'GET /repos/{owner}/{repo}/issues'
const ONE = 'GET /repos/{owner}/{repo}/issues/{issue_number}'

export const issueSchema = z.object({
  number: z.int(),
  title: z.string(),
  body: z.string().nullish(),
  state: z.string(),
  html_url: z.url(),
  labels: z.array(z.union([z.string(), z.object({ name: z.string().nullish() })])),
  /** Lists of issues have pull requests in them. */
  pull_request: z.unknown().optional(),
})

export type FoundIssue = z.output<typeof issueSchema>

/** All with the label, pull requests left out. */
export async function listIssues(
  api: Api,
  options: { readonly label: string; readonly state: 'open' | 'all' },
): Promise<FoundIssue[]> {
  const { label, state } = options
  const order = { sort: 'created', direction: 'asc' }
  const found = await api.list(LIST, { labels: label, state, ...order }, issueSchema)
  // A list that changes while it is read may have one twice.
  const byNumber = new Map(found.map((issue) => [issue.number, issue]))
  return [...byNumber.values()].filter(isIssue).sort((a, b) => a.number - b.number)
}

/** The issue with this number, whatever its state; undefined if it is none. */
export async function readIssue(api: Api, number: number): Promise<FoundIssue | undefined> {
  try {
    const found = await api.ask(ONE, { issue_number: number }, issueSchema)
    return isIssue(found) ? found : undefined
  } catch (error) {
    if (error instanceof Refused && error.why === 'missing') return undefined
    throw error
  }
}

/** What the open ones are as items. Dependencies on closed or unlabelled issues are ignored. */
export function toIssues(found: readonly FoundIssue[]): Issue[] {
  const numbers = new Set(found.map(({ number }) => String(number)))
  return found.map(toIssue).map((issue) => ({
    ...issue,
    dependsOn: issue.dependsOn.filter((number) => numbers.has(number)),
  }))
}

export function toIssue(found: FoundIssue): Issue {
  const number = String(found.number)
  return {
    number,
    title: found.title.replace(/\s+/g, ' ').trim(),
    state: found.state,
    labels: labelsOf(found),
    isOnGitHub: true,
    ...readIssueText(found.body ?? '', number),
  }
}

export function labelsOf({ labels }: FoundIssue): string[] {
  return labels.flatMap((label) => (typeof label === 'string' ? label : (label.name ?? [])))
}

function isIssue({ pull_request }: FoundIssue): boolean {
  return pull_request === undefined || pull_request === null
}
