/**
 * `agentos lld`: an issue becomes an approved low-level design. Drafted by one model, checked
 * without one, reviewed by another, revised by exact edits until approved or the rounds are used up.
 */

import { NeedsRevision, Parked } from '../../authoring/outcomes.ts'
import { defineWorkflow } from '../../authoring/workflow.ts'
import { inputHash } from '../../model/item.ts'
import { fileHash, findLld, lldPath } from './evidence.ts'
import { declineFindings, isStagnant, openFindings, type TrackedFinding } from './findings.ts'
import { Lineage } from './lineage.ts'
import { LldWork, ROUNDS } from './lld-work.ts'
import { PROMPTS } from './prompts.ts'

export default defineWorkflow({
  name: 'lld',
  label: 'LLD',
  version: 2,
  roles: ['drafter', 'reviewer'],
  prompts: PROMPTS,

  async collect({ repo, mock }) {
    const issues = await repo.openIssues()
    return Promise.all(
      issues.map(async ({ number, title, body, dependsOn }) => {
        const found = await findLld({
          repo,
          issue: number,
          inputHash: inputHash(title, body),
          mock,
        })
        return { id: number, title, body, dependsOn, done: found.state === 'approved' }
      }),
    )
  },

  async run(item, context) {
    const { step, repo, log, mock } = context
    const input = inputHash(item.title, item.body)
    const find = () => findLld({ repo, issue: item.id, inputHash: input, mock })
    const { first, found, seen } = await step('load', async () => ({
      first: await Lineage.firstFree(repo, item.id),
      found: await find(),
      seen: await fileHash(repo, lldPath(item.id)),
    }))
    const work = new LldWork(item, context, new Lineage(repo, item.id, first))
    await work.keepIssue()
    await work.look()
    await work.refuseConflicts()
    if (found.state === 'draft') log(`${lldPath(item.id)} is taken as the draft: ${found.why}`)
    let document = await work.draft(found.state === 'draft' ? found : undefined)

    let findings: TrackedFinding[] = []
    for (let round = 1; ; round++) {
      document = await work.passChecks(document)
      const { verdict, text, tracked } = await work.review(document, findings, round)
      document = text
      const before = openFindings(findings)
      findings = tracked
      const open = openFindings(findings)
      const titles = open.map(({ title }) => title)
      log(`round ${round}: ${verdict.verdict}: ${titles.join('; ') || verdict.summary}`)
      const human = verdict.openQuestions.filter(({ status }) => status === 'human')
      if (human.length > 0) {
        const questions = human.map((question) => question.text).join(' ')
        throw new Parked('question', `Only a person can answer: ${questions}`)
      }
      if (verdict.verdict === 'DISCUSS')
        throw new Parked('verdict', `The reviewer leaves it to a person: ${verdict.summary}`)
      if (verdict.verdict === 'APPROVED') {
        const isPublished = async () => (await find()).state === 'approved'
        await work.finalize({ document, rounds: round, findings }, { seen, isPublished })
        if (await isPublished()) return
        throw new Error(
          `${lldPath(item.id)} is not what was approved; take it as a draft with --fresh.`,
        )
      }
      if (isStagnant(before, open)) throw new NeedsRevision('stagnant', round, titles)
      if (round === ROUNDS) throw new NeedsRevision('round-limit', round, titles)
      const revised = await work.revise(document, open, round)
      document = revised.text
      findings = declineFindings(findings, revised.declined)
    }
  },
})
