/** One document on its way from its input to an approval: its prompts, its lineage, its steps. */
import { NeedsRevision } from '../../authoring/outcomes.ts'
import type { Prompt, RunContext } from '../../authoring/run-context.ts'
import type { CarriedFinding } from '../review/dispositions.ts'
import { contentHash, type ReviewedBinding } from '../review/evidence.ts'
import { findingLines, isByPerson, type TrackedFinding } from '../review/findings.ts'
import type { ReviewSubject } from '../review/review.ts'
import type { Verdict } from '../review/verdict-schema.ts'
import { ofMock, ofModels } from './apart.ts'
import { Decisions } from './decisions.ts'
import type { DocumentKind } from './document-kind.ts'
import { DocumentPrompts } from './document-prompts.ts'
import { draftText } from './draft-text.ts'
import { applyEdits, editsFor } from './edits.ts'
import type { Lineage } from './lineage.ts'
import { resolveQuestions } from './questions.ts'
import { untrusted } from './untrusted.ts'

/** How often the drafter may try to pass the computed checks before a review. */
const CHECK_TRIES = 3

const NO_DOCUMENT =
  'Your previous answer was not the document itself: its sections were missing, or in a code fence. Answer with the document, without a word before or behind it and without a fence around it.'

/** A document as it is in one round. */
export interface Draft {
  readonly text: string
  /** Where it is kept in the lineage. */
  readonly path: string
  /** Who has written it last. */
  readonly drafter: string
  /** How often the drafter had to fix what a check had found, in all rounds together. */
  readonly fixes: number
}

export class DocumentWork implements ReviewSubject<Draft> {
  readonly kind: DocumentKind
  readonly run: RunContext
  readonly lineage: Lineage
  readonly prompts: DocumentPrompts
  readonly #decisions: Decisions

  constructor(
    kind: DocumentKind,
    run: RunContext,
    options: { readonly lineage: Lineage; readonly carried?: readonly CarriedFinding[] },
  ) {
    this.kind = kind
    this.run = run
    this.lineage = options.lineage
    this.#decisions = new Decisions(options.lineage)
    const { carried = [] } = options
    this.prompts = new DocumentPrompts(kind, run, { carried, decisions: this.#decisions })
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
    const path = this.lineage.take('draft')
    const { text, by } = await this.run.step('draft', async () => {
      const drafted =
        existing === undefined
          ? await this.#askForDraft()
          : this.kind.withStatus(this.#draftText(existing.body), 'Draft')
      await this.lineage.keep(path, drafted)
      return { text: drafted, by: existing?.by ?? this.run.modelOf('drafter') }
    })
    return this.#passChecks({ text, path, drafter: by, fixes: 0 })
  }

  /** An answer that is no document cannot be fixed by edits: it is asked for once more. */
  async #askForDraft(): Promise<string> {
    const words = { template: this.kind.template }
    const asked = await this.prompts.prompt('draft', { role: 'drafter', round: 1, words })
    const text = this.#draftText(await this.run.ask('drafter', asked))
    if (this.kind.isDocument(text)) return text
    this.run.log('the draft is no document; asking for it again')
    const again = { ...asked, round: 2, text: `${asked.text}\n\n${NO_DOCUMENT}` }
    return this.#draftText(await this.run.ask('drafter', again))
  }

  #draftText(answer: string): string {
    return draftText(answer, (text) => this.kind.isDocument(text))
  }

  /** What a computer can find goes back to the drafter without paying a reviewer. */
  async #passChecks(first: Draft): Promise<Draft> {
    let draft = first
    for (let attempt = 1; ; attempt++) {
      const found = await this.run.step('check', () => this.kind.check(draft.text))
      if (found.length === 0) return draft
      this.run.log(`checks found ${found.length}: ${found.slice(0, 3).join(' ')}`)
      if (attempt > CHECK_TRIES) throw new NeedsRevision('checks-failed', CHECK_TRIES, found)
      const findings = found.map((finding) => `- ${finding}`).join('\n')
      const fixes = draft.fixes + 1
      const asked = { task: 'fix', round: fixes, findings, declinable: [] } as const
      draft = { ...(await this.#edit(draft, asked)).draft, fixes }
    }
  }

  /** Findings of a review may be declined; what a check has found or a person wants may not. */
  async revise(draft: Draft, open: readonly TrackedFinding[], round: number) {
    const declinable = open.filter((finding) => !isByPerson(finding)).map(({ id }) => id)
    const asked = { task: 'revise', round, findings: findingLines(open), declinable } as const
    const { draft: revised, declined } = await this.#edit(draft, asked)
    return { work: await this.#passChecks(revised), declined }
  }

  async #edit(
    draft: Draft,
    asked: {
      readonly task: 'fix' | 'revise'
      readonly round: number
      readonly findings: string
      readonly declinable: readonly string[]
    },
  ) {
    const { task, round, findings, declinable } = asked
    const path = this.lineage.take('draft')
    const sections = (text: string) => this.kind.sections(text)
    const { text, declined, by } = await this.run.step(task, async () => {
      const words = { findings, document: untrusted('document', draft.text) }
      const prompt = await this.prompts.prompt('revise', { role: 'drafter', round, words })
      const schema = editsFor(draft.text, { declinable, sections })
      const answer = await this.run.ask('drafter', { ...prompt, task }, schema)
      const applied = applyEdits(draft.text, answer.edits, sections)
      if (!applied.ok) throw new Error(`${applied.problem} This is a bug in AgentOS.`)
      await this.lineage.keep(path, applied.text)
      return { text: applied.text, declined: answer.declined, by: this.run.modelOf('drafter') }
    })
    return { draft: { ...draft, text, path, drafter: by }, declined }
  }

  shown({ text, path }: Draft) {
    return { content: text, path }
  }

  asking({ text }: Draft): string {
    return text
  }

  async prompt(
    { text }: Draft,
    {
      round,
      rounds,
      earlier,
    }: { readonly round: number; readonly rounds: number; readonly earlier: string },
  ): Promise<Prompt> {
    const words = {
      rounds: String(rounds),
      computed: this.kind.computed(text),
      earlier,
      document: untrusted('document', text),
    }
    return this.prompts.prompt('review', { role: 'reviewer', round, words })
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
