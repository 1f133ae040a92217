/**
 * `agentos lld`: an issue becomes an approved low-level design. Drafted by one model, checked
 * without one, reviewed by another, revised by exact edits until approved or the rounds are used up.
 */

import { z } from 'zod'
import type { RunContext } from '../../authoring/run-context.ts'
import { defineWorkflow, type RunItem } from '../../authoring/workflow.ts'
import { inputHash } from '../../model/item.ts'
import { notForReal } from '../document/apart.ts'
import { type DocumentWork, documentWork } from '../document/document-work.ts'
import { lookSchema } from '../document/drafter.ts'
import { itemStanding } from '../document/found.ts'
import { Lineage, lineageOf } from '../document/lineage.ts'
import { publish } from '../document/publish.ts'
import { remarkCut } from '../document/untrusted.ts'
import { readIssueFile } from '../issue/issue-files.ts'
import { readPrompts } from '../read-prompts.ts'
import { ask } from '../review/ask-person.ts'
import { readCarried } from '../review/dispositions.ts'
import { fileHash } from '../review/evidence.ts'
import { ROUNDS, reviewUntilApproved } from '../review/review-until-approved.ts'
import { findLld, lldPath } from './evidence.ts'
import { changeOf, lldKind } from './lld-kind.ts'

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

/** An issue that contradicts itself is found by who reads it for the design. */
const lookAtIssue = lookSchema.extend({
  contradictions: z.array(
    z.strictObject({ first: z.string(), second: z.string(), why: z.string() }),
  ),
})

export default defineWorkflow({
  name: 'lld',
  label: 'LLD',
  version: 6,
  roles: ['drafter', 'reviewer'],
  prompts: PROMPTS,
  calls: [
    { role: 'drafter', prompts: ['drafter', 'opening', 'look'], times: [1, 2], answer: 200 },
    { role: 'drafter', prompts: ['drafter', 'opening', 'draft'], times: [1, 1], answer: 4_000 },
    { role: 'drafter', prompts: ['drafter', 'opening', 'revise'], times: [0, ROUNDS], answer: 800 },
    { role: 'reviewer', prompts: ['reviewer', 'opening', 'review'], times: [1, 1], answer: 1_000 },
    {
      role: 'reviewer',
      prompts: ['reviewer', 'opening', 'review-again'],
      times: [0, ROUNDS],
      answer: 800,
    },
  ],
  steps: ['map', 'look', 'draft', 'check', 'review', 'finalize'],

  async collect({ repo, mock, onRemark }) {
    const issues = await repo.openIssues(onRemark)
    return Promise.all(
      issues.map(async (issue) => {
        const { number, title, body, dependsOn, path } = issue
        const item = { id: number, title, body, dependsOn, ...(path !== undefined && { path }) }
        remarkCut(issue, onRemark)
        const about = { command: `agentos lld ${number}`, mock }
        const notReady = await notForReal(issue, { repo, mock })
        if (notReady !== undefined) return { ...item, notReady }
        const input = inputHash(title, body)
        const found = await findLld({ repo, issue: number, inputHash: input, mock })
        return { ...item, ...itemStanding(found, about) }
      }),
    )
  },

  async run(item, context) {
    const { step, repo, mock } = context
    const path = lldPath(repo, item.id)
    const lineage = lineageOf(repo, item.id, 'lld')
    const input = inputHash(item.title, item.body)
    const find = () => findLld({ repo, issue: item.id, inputHash: input, mock })
    const { first, found, seen, carried } = await step('load', async () => ({
      first: await Lineage.firstFree(repo, lineage),
      found: await find(),
      seen: await fileHash(repo, path),
      carried: await carriedByIssue(item, context),
    }))
    const kind = lldKind(item, context)
    const work = documentWork(kind, context, {
      lineage: new Lineage(repo, lineage, first),
      carried,
    })
    await work.begin(found)
    const { answers, places } = await work.drafter.look(lookAtIssue)
    await settleConflicts(work, answers)
    const approved = await reviewUntilApproved(work, await work.draft(found))
    const read = places.length === 0 ? {} : { read: places }
    const front = { kind: changeOf(approved.work.text), ...read }
    await publish(work, approved, { path, seen, front })
    const published = await find()
    if (published.state === 'approved') return
    const why = published.state === 'draft' ? ` (${published.why})` : ''
    throw new Error(`${path} is not what was approved${why}; take it as a draft with --fresh.`)
  },
})

/** An issue that contradicts itself cannot be designed before a person has settled it. */
async function settleConflicts(
  work: DocumentWork,
  looks: readonly z.infer<typeof lookAtIssue>[],
): Promise<void> {
  const contradictions = looks.flatMap((look) => look.contradictions)
  if (contradictions.length === 0) return
  const told = contradictions.map(({ first, second, why }) => `"${first}" and "${second}". ${why}`)
  const question = `The issue contradicts itself: ${told.join(' Also: ')}`
  await ask(work, 'conflicts', { question, content: work.kind.input.text })
}

/** What the issue's own review has left for whoever designs it. */
async function carriedByIssue({ id, title }: RunItem, { repo, mock }: RunContext) {
  const file = await readIssueFile(repo, Number(id))
  const isSame = file?.data.title === title // on GitHub another one may have the number
  const isInput = isSame && (mock || file?.data.provider !== 'mock')
  return (isInput ? readCarried(file?.data.carried) : undefined) ?? []
}
