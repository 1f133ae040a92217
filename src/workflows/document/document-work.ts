/** One document on its way from its input to an approval: its prompts, its lineage, its steps. */
import { NeedsRevision } from '../../authoring/outcomes.ts'
import type { RunContext } from '../../authoring/run-context.ts'
import type { Asking } from '../review/ask-person.ts'
import { type CarriedFinding, dispositionsOf, fateWords } from '../review/dispositions.ts'
import {
  findingLines,
  isByPerson,
  openFindings,
  type TrackedFinding,
  trackFindings,
} from '../review/findings.ts'
import { renderReview } from '../review/render-review.ts'
import type { Verdict } from '../review/verdict.ts'
import { verdictFor } from '../review/verdict-for.ts'
import { ofMock, ofModels } from './apart.ts'
import { Decisions } from './decisions.ts'
import type { DocumentKind } from './document-kind.ts'
import { DocumentPrompts } from './document-prompts.ts'
import { draftText } from './draft-text.ts'
import { applyEdits, editsFor } from './edits.ts'
import { boundVerdict } from './evidence.ts'
import { asKept, type Lineage } from './lineage.ts'
import { resolveQuestions } from './questions.ts'
import type { PublishedVerdict } from './signatures.ts'
import { untrusted } from './untrusted.ts'

/** How often the drafter may try to pass the computed checks before a review. */
const CHECK_TRIES = 3

const NO_DOCUMENT =
  'Your previous answer was not the document itself: its sections were missing, or in a code fence. Answer with the document, without a word before or behind it and without a fence around it.'

export class DocumentWork implements Asking {
  readonly kind: DocumentKind
  readonly run: RunContext
  readonly prompts: DocumentPrompts
  readonly #lineage: Lineage
  readonly #decisions: Decisions
  #draftPath = ''
  #verdict: PublishedVerdict = { path: '', text: '' }
  #drafter = ''
  #reviewer = ''
  /** How often the drafter had to mend what a check had found, in all rounds together. */
  #fixes = 0

  constructor(
    kind: DocumentKind,
    run: RunContext,
    options: { readonly lineage: Lineage; readonly carried?: readonly CarriedFinding[] },
  ) {
    this.kind = kind
    this.run = run
    this.#lineage = options.lineage
    this.#decisions = new Decisions(options.lineage)
    const { carried = [] } = options
    this.prompts = new DocumentPrompts(kind, run, { carried, decisions: this.#decisions })
  }

  get noun(): string {
    return this.kind.noun
  }

  get verdictPath(): string {
    return this.#verdict.path
  }

  /** The last verdict as it is in the lineage. */
  get verdict(): PublishedVerdict {
    return this.#verdict
  }

  /** Who has written and judged it last, and where that is kept. */
  get by() {
    return { drafter: this.#drafter, reviewer: this.#reviewer, verdict: this.verdictPath }
  }

  /** Where the last draft is kept. */
  get draftPath(): string {
    return this.#draftPath
  }

  /** The input as it was when the work began, first in the lineage. */
  async keepInput(): Promise<void> {
    const { name, text } = this.kind.input
    await this.#lineage.keep(this.#lineage.take(name), text)
  }

  /** What the mock provider wrote is kept where it can be read, and no draft of a real run. */
  async keepApart(text: string, path: string): Promise<void> {
    if (this.run.mock) throw new Error(`${ofModels(path)}.`)
    const kept = this.#lineage.take('mock')
    await this.#lineage.keep(kept, text)
    this.run.log(`${ofMock(path)}: kept as ${kept}, drafted anew`)
  }

  async decide(question: string, answer: string): Promise<void> {
    await this.#decisions.add(question, answer)
  }

  async draft(existing?: { readonly body: string; readonly by: string }): Promise<string> {
    const path = this.#lineage.take('draft')
    this.#draftPath = path
    const { text, by } = await this.run.step('draft', async () => {
      const drafted =
        existing === undefined
          ? await this.#askForDraft()
          : this.kind.withStatus(this.#draftText(existing.body), 'Draft')
      await this.#lineage.keep(path, drafted)
      return { text: drafted, by: existing?.by ?? this.run.modelOf('drafter') }
    })
    this.#drafter = by
    return text
  }

  /** An answer that is no document cannot be mended by edits: it is asked for once more. */
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
  async passChecks(document: string): Promise<string> {
    let text = document
    for (let attempt = 1; ; attempt++) {
      const found = await this.run.step('check', () => this.kind.check(text))
      if (found.length === 0) return text
      this.run.log(`checks found ${found.length}: ${found.slice(0, 3).join(' ')}`)
      if (attempt > CHECK_TRIES) throw new NeedsRevision('checks-failed', CHECK_TRIES, found)
      const findings = found.map((finding) => `- ${finding}`).join('\n')
      const asked = { task: 'fix', round: ++this.#fixes, findings, declinable: [] } as const
      text = (await this.#edit(text, asked)).text
    }
  }

  /** Findings of a review may be declined; what a check has found or a person wants may not. */
  async revise(document: string, open: readonly TrackedFinding[], round: number) {
    const declinable = open.filter((finding) => !isByPerson(finding)).map(({ id }) => id)
    return this.#edit(document, { task: 'revise', round, findings: findingLines(open), declinable })
  }

  async #edit(
    document: string,
    asked: {
      readonly task: 'fix' | 'revise'
      readonly round: number
      readonly findings: string
      readonly declinable: readonly string[]
    },
  ) {
    const { task, round, findings, declinable } = asked
    const path = this.#lineage.take('draft')
    this.#draftPath = path
    const sections = (text: string) => this.kind.sections(text)
    const edited = await this.run.step(task, async () => {
      const words = { findings, document: untrusted('document', document) }
      const prompt = {
        ...(await this.prompts.prompt('revise', { role: 'drafter', round, words })),
        task,
      }
      const schema = editsFor(document, { declinable, sections })
      const { edits, declined } = await this.run.ask('drafter', prompt, schema)
      const applied = applyEdits(document, edits, sections)
      if (!applied.ok) throw new Error(`${applied.problem} This is a bug in AgentOS.`)
      await this.#lineage.keep(path, applied.text)
      return { text: applied.text, declined, by: this.run.modelOf('drafter') }
    })
    this.#drafter = edited.by
    return edited
  }

  /** Asks the reviewer, writes its answers to open questions into the text, keeps the verdict. */
  async review(
    document: string,
    findings: readonly TrackedFinding[],
    { round, rounds }: { readonly round: number; readonly rounds: number },
  ): Promise<{ verdict: Verdict; text: string; tracked: TrackedFinding[] }> {
    const path = this.#lineage.take('verdict')
    const open = openFindings(findings)
    const earlier = `Earlier findings, each of which you must dispose of:\n\n${findingLines(open)}`
    const words = {
      rounds: String(rounds),
      computed: this.kind.computed(document),
      earlier: open.length === 0 ? '' : earlier,
      document: untrusted('document', document),
    }
    const { verdict, text, by } = await this.run.step('review', async () => {
      const asked = await this.prompts.prompt('review', { role: 'reviewer', round, words })
      const given = await this.run.ask('reviewer', asked, verdictFor(document, open))
      const answered = resolveQuestions(document, given.openQuestions)
      const isApproved = given.verdict === 'APPROVED'
      const resolved = isApproved ? this.kind.withStatus(answered, 'Approved') : answered
      const after = trackFindings(findings, given, round)
      await this.#lineage.keep(path, this.#verdictDocument(given, resolved, { after, round }))
      return { verdict: given, text: resolved, by: this.run.modelOf('reviewer') }
    })
    this.#reviewer = by
    const tracked = trackFindings(findings, verdict, round)
    const kept = this.#verdictDocument(verdict, text, { after: tracked, round })
    this.#verdict = { path, text: asKept(kept) }
    return { verdict, text, tracked }
  }

  /** The verdict on a text, as the lineage keeps it. Only texts that pass all checks are reviewed. */
  #verdictDocument(
    verdict: Verdict,
    text: string,
    { after, round }: { readonly after: readonly TrackedFinding[]; readonly round: number },
  ): string {
    const isApproved = verdict.verdict === 'APPROVED'
    const earlier = after.filter((finding) => finding.round < round)
    const rendered = renderReview({
      ...this.kind.reviewed(text),
      verdict,
      earlier: earlier.map((finding) => ({
        label: `${finding.id} (tier ${finding.tier}), ${finding.title}`,
        fate: fateWords(finding, { isApproved }),
      })),
    })
    const { carried, settled } = dispositionsOf(after)
    const left = isApproved ? { carried } : { open: carried }
    return boundVerdict(rendered, text, { ...this.kind.binding, settled, ...left })
  }
}
