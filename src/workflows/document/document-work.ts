/** One document on its way from its input to an approval: drafted, checked, reviewed, revised. */
import { NeedsRevision } from '../../authoring/outcomes.ts'
import type { RunContext } from '../../authoring/run-context.ts'
import type { ContextRequests } from '../../model/context.ts'
import type { CarriedFinding } from '../review/dispositions.ts'
import { contentHash, type ReviewedBinding } from '../review/evidence.ts'
import { findingsBlock, isByPerson, type TrackedFinding } from '../review/findings.ts'
import type { Question, ReviewSubject, Told } from '../review/review.ts'
import type { Verdict } from '../review/verdict-schema.ts'
import { ofMock, ofModels } from './apart.ts'
import { Decisions } from './decisions.ts'
import type { DocumentKind } from './document-kind.ts'
import { DocumentPrompts } from './document-prompts.ts'
import { type Draft, Drafter } from './drafter.ts'
import type { Lineage } from './lineage.ts'
import { resolveQuestions } from './questions.ts'
import { ReviewQuestions } from './review-questions.ts'
import { untrustedWhole } from './untrusted.ts'

/** How often the drafter may try to pass the computed checks before a review. */
const CHECK_TRIES = 3

export class DocumentWork implements ReviewSubject<Draft> {
  readonly kind: DocumentKind
  readonly run: RunContext
  readonly lineage: Lineage
  readonly drafter: Drafter
  readonly #questions: ReviewQuestions
  readonly #decisions: Decisions

  constructor(
    kind: DocumentKind,
    run: RunContext,
    options: { readonly lineage: Lineage; readonly carried?: readonly CarriedFinding[] },
  ) {
    const { lineage, carried = [] } = options
    this.kind = kind
    this.run = run
    this.lineage = lineage
    this.#decisions = new Decisions(lineage)
    const prompts = new DocumentPrompts(kind, run, { carried, decisions: this.#decisions })
    this.drafter = new Drafter(kind, run, { lineage, prompts })
    this.#questions = new ReviewQuestions(kind, run, prompts)
  }

  get noun(): string {
    return this.kind.noun
  }

  /** The input as it was when the work began, first in the lineage. */
  async keepInput(): Promise<void> {
    const { name, text } = this.kind.input
    await this.lineage.keep(this.lineage.take(name), text)
  }

  /** What the mock provider wrote is kept where it can be read, and no draft of a real run. */
  async keepApart(text: string, path: string): Promise<void> {
    if (this.run.mock) throw new Error(`${ofModels(path)}.`)
    const kept = this.lineage.take('mock')
    await this.lineage.keep(kept, text)
    this.run.log(`${ofMock(path)}: kept as ${kept}, drafted anew`)
  }

  async decide(question: string, answer: string): Promise<void> {
    await this.#decisions.add(question, answer)
  }

  /** A draft that passes the checks. `existing` is a document that is there already and taken as the draft. */
  async draft(existing?: { readonly body: string; readonly by: string }): Promise<Draft> {
    return this.#passChecks(await this.drafter.draft(existing))
  }

  /** What a computer can find goes back to the drafter without paying a reviewer. */
  async #passChecks(first: Draft): Promise<Draft> {
    let draft = first
    for (let attempt = 1; ; attempt++) {
      const found = await this.run.step('check', () => this.kind.check(draft.text))
      if (found.length === 0) return draft
      this.run.log(`checks found ${found.length}: ${found.slice(0, 3).join(' ')}`)
      if (attempt > CHECK_TRIES) throw new NeedsRevision('checks-failed', CHECK_TRIES, found)
      const lines = found.map((finding) => `- ${finding}`).join('\n')
      const fixes = draft.fixes + 1
      const asked = { task: 'fix', round: fixes, declinable: [] } as const
      const findings = untrustedWhole('findings', lines)
      draft = { ...(await this.drafter.edit(draft, { ...asked, findings })).draft, fixes }
    }
  }

  /** Findings of a review may be declined; what a check has found or a person wants may not. */
  async revise(draft: Draft, open: readonly TrackedFinding[], round: number) {
    const declinable = open.filter((finding) => !isByPerson(finding)).map(({ id }) => id)
    const asked = { task: 'revise', round, findings: findingsBlock(open), declinable } as const
    const { draft: revised, declined } = await this.drafter.edit(draft, asked)
    return { work: await this.#passChecks(revised), declined }
  }

  shown({ text, path }: Draft) {
    return { content: text, path }
  }

  asking({ text }: Draft): string {
    return text
  }

  question(draft: Draft, told: Told<Draft>): Promise<Question> {
    return this.#questions.question(draft, told)
  }

  find(draft: Draft, requests: ContextRequests, told: Told<Draft>): Promise<Question> {
    return this.#questions.find(draft, requests, told)
  }

  answered(draft: Draft, { verdict, openQuestions }: Verdict): Draft {
    const text = resolveQuestions(draft.text, openQuestions)
    const isApproved = verdict === 'APPROVED'
    return { ...draft, text: isApproved ? this.kind.withStatus(text, 'Approved') : text }
  }

  reopened(draft: Draft): Draft {
    return { ...draft, text: this.kind.withStatus(draft.text, 'Draft') }
  }

  async binding({ text }: Draft): Promise<ReviewedBinding> {
    return { ...this.kind.binding, contentHash: contentHash(text) }
  }

  computed({ text }: Draft) {
    return this.kind.reviewed(text)
  }
}
