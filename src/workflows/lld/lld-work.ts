/** One issue on its way to a design: its prompts, its lineage, its steps. */
import { z } from 'zod'
import { NeedsRevision, Parked } from '../../authoring/outcomes.ts'
import type { RunContext, RunItem } from '../../authoring/workflow.ts'
import { inputHash } from '../../model/item.ts'
import { renderReview } from '../review/render-review.ts'
import { inconsistencies, type Verdict, verdictSchema } from '../review/verdict.ts'
import { checkLld } from './check.ts'
import { readDocument } from './document.ts'
import { applyEdits, editsFor } from './edits.ts'
import { boundVerdict, lldPath, withEvidence } from './evidence.ts'
import { findingLines, openFindings, type TrackedFinding } from './findings.ts'
import type { Lineage } from './lineage.ts'
import { prompt, untrusted } from './prompts.ts'
import { resolveQuestions } from './questions.ts'
import { templateText } from './template.ts'

export const ROUNDS = 5
/** How often the drafter may try to pass the computed checks before a review. */
const CHECK_TRIES = 3

const conflictsSchema = z.object({
  contradictions: z.array(z.object({ first: z.string(), second: z.string(), why: z.string() })),
})

export class LldWork {
  #context = ''
  readonly #item: RunItem
  readonly #run: RunContext
  readonly #lineage: Lineage
  readonly #issue: string
  #verdictPath = ''

  constructor(item: RunItem, run: RunContext, lineage: Lineage) {
    this.#item = item
    this.#run = run
    this.#lineage = lineage
    this.#issue = untrusted('issue', `# ${item.title}\n\n${item.body}`)
  }

  /** The issue as it was when the work began, first in the lineage. */
  async keepIssue(): Promise<void> {
    const { title, body } = this.#item
    const text = body.startsWith('# ') ? body : `# ${title}\n\n${body}`
    await this.#lineage.keep(this.#lineage.take('issue'), text)
  }

  /** What the repository looks like, as both models will see it. */
  async look(): Promise<void> {
    const { title, body } = this.#item
    const { text, leftOut } = await this.#run.step('look', () =>
      this.#run.repo.describe(`${title}\n${body}`),
    )
    if (leftOut.length > 0) this.#run.log(`left out of prompts for length: ${leftOut.join(', ')}`)
    this.#context = text
  }

  /** An issue that contradicts itself cannot be designed: a person must settle it. */
  async refuseConflicts(): Promise<void> {
    const { contradictions } = await this.#run.step('conflicts', () =>
      this.#run.ask('reviewer', this.#prompt('conflicts', 'reviewer', 1, {}), conflictsSchema),
    )
    const [first] = contradictions
    if (first === undefined) return
    throw new Parked(
      'conflicts',
      `The issue contradicts itself: "${first.first}" and "${first.second}". ${first.why}`,
    )
  }

  async draft(existing: string | undefined): Promise<string> {
    const path = this.#lineage.take('draft')
    return this.#run.step('draft', async () => {
      const words = { template: templateText(), context: untrusted('repository', this.#context) }
      const text =
        existing ?? (await this.#run.ask('drafter', this.#prompt('draft', 'drafter', 1, words)))
      await this.#lineage.keep(path, text)
      return text.trim()
    })
  }

  /** What a computer can find goes back to the drafter without paying a reviewer. */
  async passChecks(document: string, round: number): Promise<string> {
    let text = document
    for (let attempt = 1; ; attempt++) {
      const found = await this.#run.step('check', async () =>
        checkLld(text, { issue: this.#item.id, files: await this.#run.repo.files() }),
      )
      if (found.length === 0) return text
      this.#run.log(`checks found ${found.length}: ${found.slice(0, 3).join(' ')}`)
      if (attempt > CHECK_TRIES) throw new NeedsRevision('round-limit', round, found)
      const findings = found.map((finding) => `- ${finding}`).join('\n')
      text = (await this.revise(text, findings, 'fix', round * 10 + attempt)).text
    }
  }

  async revise(document: string, findings: string, task: 'fix' | 'revise', round: number) {
    const path = this.#lineage.take('draft')
    return this.#run.step(task, async () => {
      const words = { findings, document: untrusted('document', document) }
      const asked = { ...this.#prompt('revise', 'drafter', round, words), task }
      const { edits, declined } = await this.#run.ask('drafter', asked, editsFor(document))
      const edited = applyEdits(document, edits)
      if (!edited.ok) throw new Error(`${edited.problem} This is a bug in AgentOS.`)
      await this.#lineage.keep(path, edited.text)
      return { text: edited.text, declined }
    })
  }

  /** Asks the reviewer, writes its answers to open questions into the text, keeps the verdict. */
  review(
    document: string,
    findings: readonly TrackedFinding[],
    round: number,
  ): Promise<{ verdict: Verdict; text: string }> {
    const path = this.#lineage.take('verdict')
    this.#verdictPath = path
    const open = openFindings(findings)
    const words = {
      round: String(round),
      rounds: String(ROUNDS),
      computed: computedWords(document),
      earlier:
        open.length === 0
          ? ''
          : `Earlier findings, each of which you must dispose of:\n\n${findingLines(open)}`,
      document: untrusted('document', document),
      context: untrusted('repository', this.#context),
    }
    const schema = verdictSchema.superRefine((verdict, context) => {
      for (const message of inconsistencies(verdict, open))
        context.addIssue({ code: 'custom', message })
    })
    return this.#run.step('review', async () => {
      const asked = this.#prompt('review', 'reviewer', round, words)
      const verdict = await this.#run.ask('reviewer', asked, schema)
      const text = resolveQuestions(document, verdict.openQuestions)
      await this.#lineage.keep(path, boundVerdict(this.#render(verdict, text), text))
      return { verdict, text }
    })
  }

  #render(verdict: Verdict, text: string): string {
    const { requirements, scenarios } = readDocument(text)
    return renderReview({
      kind: 'lld',
      title: `${this.#item.id}-${this.#item.title}`,
      verdict,
      preFlight: { passed: true, notes: [`Issue #${this.#item.id} linked, all sections present.`] },
      coverage: {
        rows: requirements.map(({ number, text: requirement }) => ({
          requirement: number,
          text: requirement,
          scenarios: scenarios
            .filter((one) => one.requirements.includes(number))
            .map(({ id }) => id),
        })),
      },
    })
  }

  async finalize(document: string, rounds: number, open: readonly TrackedFinding[]): Promise<void> {
    const { step, repo, modelOf, mock } = this.#run
    const drafter = modelOf('drafter')
    const reviewer = modelOf('reviewer')
    const vendor = (model: string) => model.split(':')[0]
    await step('finalize', async () => {
      const { title, body, id } = this.#item
      const text = withEvidence(document, {
        issue: id,
        kind: kindOf(document),
        inputHash: inputHash(title, body),
        drafter,
        reviewer,
        provider: mock ? 'mock' : 'models',
        review: vendor(drafter) === vendor(reviewer) ? 'same-vendor' : 'other-vendor',
        rounds,
        verdict: this.#verdictPath,
        carried: open.map(({ id, tier, title: finding }) => `${id} (tier ${tier}): ${finding}`),
        approvedAt: new Date().toISOString(),
      })
      await repo.write(lldPath(id), text)
    })
  }

  #prompt(
    name: 'conflicts' | 'draft' | 'revise' | 'review',
    role: 'drafter' | 'reviewer',
    round: number,
    words: Record<string, string>,
  ) {
    const { id, title } = this.#item
    const text = prompt(name, { number: id, title, issue: this.#issue, ...words })
    return { task: name, round, instructions: prompt(role), text }
  }
}

/** From the title: `# 42 - Fix: …` */
function kindOf(document: string): string {
  const word = /^\S+ - (\w+):/.exec(readDocument(document).title ?? '')?.[1]?.toLowerCase()
  return word !== undefined && ['feature', 'fix', 'refactor', 'docs'].includes(word)
    ? word
    : 'feature'
}

/** What the checks have established by the time a reviewer is asked. */
function computedWords(document: string): string {
  const { requirements, files, scenarios } = readDocument(document)
  const covered = new Set(scenarios.flatMap((scenario) => scenario.requirements))
  const count = requirements.filter(({ number }) => covered.has(number)).length
  return [
    '- All sections are present and in order; the issue is linked.',
    `- ${files.length} files in 2.1: those to change exist, those to add do not, all lie inside the repository.`,
    `- Requirement coverage: ${count} of ${requirements.length} requirements have a scenario.`,
  ].join('\n')
}
