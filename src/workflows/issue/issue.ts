/**
 * `agentos issue`: a brief becomes a reviewed issue. Drafted by one model, checked without one, reviewed
 * by another as product manager; its number is its own from the moment it is approved.
 */

import type { RunContext } from '../../authoring/run-context.ts'
import { defineWorkflow } from '../../authoring/workflow.ts'
import { plainLine } from '../../model/text/plain-line.ts'
import { slugOf } from '../../model/text/slug.ts'
import { documentWork } from '../document/document-work.ts'
import { lookSchema } from '../document/drafter.ts'
import { itemStanding } from '../document/found.ts'
import { Lineage, lineageOf } from '../document/lineage.ts'
import { publish, refuseBroken } from '../document/publish.ts'
import { remarkCut } from '../document/untrusted.ts'
import { readPrompts } from '../read-prompts.ts'
import { fileHash } from '../review/evidence.ts'
import { ROUNDS, reviewUntilApproved } from '../review/review-until-approved.ts'
import { briefPath, readBriefs } from './briefs.ts'
import { readIssueDocument } from './document.ts'
import { findIssue, issueNumbers, issuePath, readIssueFile, readIssueFiles } from './issue-files.ts'
import { bindingOf, issueKind } from './issue-kind.ts'

const PROMPTS = readPrompts(new URL('prompts/', import.meta.url), [
  'drafter',
  'reviewer',
  'opening',
  'look',
  'look-again',
  'draft',
  'fix',
  'revise',
  'review',
  'review-again',
  'needs',
])
const MOST_LABELS = 10

export default defineWorkflow({
  name: 'issue',
  label: 'ISSUE',
  version: 4,
  roles: ['drafter', 'reviewer'],
  prompts: PROMPTS,
  calls: [
    { role: 'drafter', prompts: ['drafter', 'opening', 'look'], times: [1, 2], answer: 150 },
    { role: 'drafter', prompts: ['drafter', 'opening', 'draft'], times: [1, 1], answer: 2_000 },
    { role: 'drafter', prompts: ['drafter', 'opening', 'revise'], times: [0, ROUNDS], answer: 500 },
    { role: 'reviewer', prompts: ['reviewer', 'opening', 'review'], times: [1, 1], answer: 700 },
    {
      role: 'reviewer',
      prompts: ['reviewer', 'opening', 'review-again'],
      times: [0, ROUNDS],
      answer: 500,
    },
  ],
  publishes: 'issues',
  steps: ['map', 'look', 'draft', 'check', 'review', 'finalize'],

  async collect({ repo, mock, onRemark }) {
    const files = await readIssueFiles(repo)
    return Promise.all(
      (await readBriefs(repo, onRemark)).map(async (brief) => {
        const { id, title, body, path } = brief
        remarkCut(brief, onRemark)
        const found = await findIssue({ repo, files, id, binding: bindingOf(brief, mock) })
        return {
          id,
          title,
          body,
          path,
          ...itemStanding(found, { command: `agentos issue ${id}`, mock }),
        }
      }),
    )
  },

  async run(item, context) {
    const { step, repo, log, mock } = context
    const lineage = lineageOf(repo, item.id, 'issue')
    const { first, brief, found, seen } = await step('load', async () => {
      const path = await briefPath(repo, item.id)
      const binding = bindingOf({ ...item, path }, mock)
      const was = await findIssue({
        repo,
        files: await readIssueFiles(repo, path),
        id: item.id,
        binding,
      })
      return {
        first: await Lineage.firstFree(repo, lineage),
        brief: path,
        found: was,
        seen: was.state === 'none' ? null : await fileHash(repo, was.file.path),
      }
    })
    const kind = issueKind(item, { path: brief, mock })
    const work = documentWork(kind, context, { lineage: new Lineage(repo, lineage, first) })
    await work.begin(found)
    if (found.state !== 'draft') await work.drafter.look(lookSchema)
    const approved = await reviewUntilApproved(work, await work.draft(found))

    const own = found.state === 'none' ? undefined : found.file
    const title = plainLine(readIssueDocument(approved.work.text).title ?? item.title)
    const { size } = approved.verdict
    const labels = labelsOf(approved.verdict.labels)
    const body = approved.work.text
    const was = typeof own?.data.url === 'string' ? { url: own.data.url, body: own.body } : null
    const { fileIssue } = context.github
    // Once, if the config wants it: its number is then GitHub's.
    const filed =
      fileIssue === undefined
        ? undefined
        : await step('file', async () => {
            await refuseBroken(work, body)
            const { inputHash } = kind.binding
            return fileIssue({ brief, inputHash, title, body, labels, filed: was })
          })
    const number = filed?.number ?? own?.number ?? (await reserveNumber(context, brief))
    const isOwn = own?.number === number
    const path = isOwn ? own.path : issuePath(number, slugOf(context.withoutSecrets(title)))
    const url = filed?.url ?? was?.url
    const more = { ...(size !== null && { size }), ...(url !== undefined && { url }) }
    await publish(work, approved, {
      path,
      seen: isOwn ? seen : null,
      front: { number, title, state: 'open', labels, ...more },
    })
    if (own !== undefined && !isOwn) log(`${own.path} is out of date: its number is ${number} now`)
    log(`issue ${number}: ${path}`)
  },
})

/** A number of this brief's own, which no other file has. */
async function reserveNumber({ step, number, repo }: RunContext, brief: string): Promise<number> {
  for (;;) {
    const reserved = await step('number', async () => number('issues', await issueNumbers(repo)))
    // Somebody may have added a file with it since, in the way people do.
    const file = await readIssueFile(repo, reserved)
    if (file === undefined || file.data.brief === brief) return reserved
  }
}

/** Each once, as short words of one line. */
function labelsOf(labels: readonly string[]): string[] {
  const clean = labels.map((label) => label.replace(/\s+/g, ' ').trim()).filter(Boolean)
  return [...new Set(clean)].slice(0, MOST_LABELS)
}
