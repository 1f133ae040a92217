/** An issue that shall be on GitHub, once: looked for first, created only if it is not there. */
import type { FiledIssue, IssueToFile } from '../model/github.ts'
import type { Api } from './api.ts'
import { markerIn, plainText, titleOf, withMarker } from './issue-text.ts'
import { type FoundIssue, issueSchema, labelsOf, listIssues, readIssue } from './issues.ts'

const CREATE = 'POST /repos/{owner}/{repo}/issues'
const CHANGE = 'PATCH /repos/{owner}/{repo}/issues/{issue_number}'
/** What GitHub allows. */
const MOST_LABEL = 50

export async function fileIssue(
  api: Api,
  place: { readonly repository: string; readonly label: string },
  issue: IssueToFile,
): Promise<FiledIssue> {
  const there = await findFiled(api, place, issue)
  const text = { title: titleOf(issue), body: withMarker(issue.body, issue) }
  if (there === undefined) {
    const labels = [...new Set([place.label, ...issue.labels])]
    const fitting = labels.filter((label) => label.length <= MOST_LABEL)
    const created = await api.ask(CREATE, { ...text, labels: fitting }, issueSchema)
    const dropped = droppedFrom(created, fitting)
    const answer = answerOf(created, 'created')
    return dropped.length === 0 ? answer : { ...answer, droppedLabels: dropped }
  }
  const shown = plainText(there.body ?? '')
  if (shown === plainText(issue.body)) return answerOf(there, 'found')
  // Only over what we have written ourselves: people may have changed it.
  if (issue.filed === null || shown !== plainText(issue.filed.body)) return answerOf(there, 'kept')
  const changed = await api.ask(CHANGE, { issue_number: there.number, ...text }, issueSchema)
  return answerOf(changed, 'updated')
}

/** By its address, if that is known, or by its marker: also when it was closed in the meantime. */
async function findFiled(
  api: Api,
  place: { readonly repository: string; readonly label: string },
  { brief, inputHash, filed }: IssueToFile,
): Promise<FoundIssue | undefined> {
  const number = filed === null ? undefined : numberIn(filed.url, place.repository)
  const known = number === undefined ? undefined : await readIssue(api, number)
  if (known !== undefined) return known
  const all = await listIssues(api, { label: place.label, state: 'all' })
  return all.find(({ body, state }) => {
    const marker = markerIn(body ?? '')
    return marker?.brief === brief && (state === 'open' || marker.inputHash === inputHash)
  })
}

/** GitHub creates the issue all the same when the token may not set labels. */
function droppedFrom(created: FoundIssue, wanted: readonly string[]): string[] {
  const set = new Set(labelsOf(created).map((label) => label.toLowerCase()))
  return wanted.filter((label) => !set.has(label.toLowerCase()))
}

function numberIn(url: string, repository: string): number | undefined {
  const match = /\/([^/]+\/[^/]+)\/issues\/(\d+)$/.exec(url)
  return match?.[1]?.toLowerCase() === repository.toLowerCase() ? Number(match[2]) : undefined
}

function answerOf({ number, html_url }: FoundIssue, how: FiledIssue['how']): FiledIssue {
  return { number, url: html_url, how }
}
