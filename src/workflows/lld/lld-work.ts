/** One issue on its way to a design: its prompts, its lineage, its steps. */
import { z } from 'zod'
import { NeedsRevision, Parked } from '../../authoring/outcomes.ts'
import type { RunContext, RunItem } from '../../authoring/workflow.ts'
import { inputHash } from '../../model/item.ts'
import type { Verdict } from '../review/verdict.ts'
import { checkLld } from './check.ts'
import { dispositionsOf } from './dispositions.ts'
import { withStatus } from './document.ts'
import { draftText, isDocument } from './draft-text.ts'
import { applyEdits, editsFor } from './edits.ts'
import { type Binding, boundVerdict } from './evidence.ts'
import {
  findingLines,
  oneLine,
  openFindings,
  type TrackedFinding,
  trackFindings,
} from './findings.ts'
import type { Lineage } from './lineage.ts'
import { type PromptName, untrusted } from './prompts.ts'
import { type Approved, publish } from './publish.ts'
import { resolveQuestions } from './questions.ts'
import { templateText } from './template.ts'
import { computedWords, verdictDocument } from './verdict-document.ts'
import { verdictFor } from './verdict-for.ts'

export const ROUNDS = 5
/** How often the drafter may try to pass the computed checks before a review. */
const CHECK_TRIES = 3

const NO_DOCUMENT =
  'Your previous answer was not the document itself: its sections were missing, or in a code fence. Answer with the document, without a word before or behind it and without a fence around it.'

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
  #drafter = ''
  #reviewer = ''
  /** How often the drafter had to mend what a check had found, in all rounds together. */
  #fixes = 0

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
    const { contradictions } = await this.#run.step('conflicts', async () =>
      this.#run.ask('reviewer', await this.#prompt('conflicts', 'analyst', 1), conflictsSchema),
    )
    if (contradictions.length === 0) return
    const told = contradictions.map(
      ({ first, second, why }) => `"${first}" and "${second}". ${why}`,
    )
    throw new Parked('conflicts', `The issue contradicts itself: ${told.join(' Also: ')}`)
  }

  async draft(existing?: { readonly body: string; readonly by: string }): Promise<string> {
    const path = this.#lineage.take('draft')
    const { text, by } = await this.#run.step('draft', async () => {
      const drafted =
        existing === undefined
          ? await this.#askForDraft()
          : withStatus(draftText(existing.body), 'Draft')
      await this.#lineage.keep(path, drafted)
      return { text: drafted, by: existing?.by ?? this.#run.modelOf('drafter') }
    })
    this.#drafter = by
    return text
  }

  /** An answer that is no document cannot be mended by edits: it is asked for once more. */
  async #askForDraft(): Promise<string> {
    const words = { template: templateText(), context: untrusted('repository', this.#context) }
    const asked = await this.#prompt('draft', 'drafter', 1, words)
    const text = draftText(await this.#run.ask('drafter', asked))
    if (isDocument(text)) return text
    this.#run.log('the draft is no document; asking for it again')
    const again = { ...asked, round: 2, text: `${asked.text}\n\n${NO_DOCUMENT}` }
    return draftText(await this.#run.ask('drafter', again))
  }

  /** What a computer can find goes back to the drafter without paying a reviewer. */
  async passChecks(document: string): Promise<string> {
    let text = document
    for (let attempt = 1; ; attempt++) {
      const found = await this.#run.step('check', async () =>
        checkLld(text, {
          issue: this.#item.id,
          about: `${this.#item.title}\n${this.#item.body}`,
          files: await this.#run.repo.files(),
        }),
      )
      if (found.length === 0) return text
      this.#run.log(`checks found ${found.length}: ${found.slice(0, 3).join(' ')}`)
      if (attempt > CHECK_TRIES) throw new NeedsRevision('checks-failed', CHECK_TRIES, found)
      const findings = found.map((finding) => `- ${finding}`).join('\n')
      const asked = { task: 'fix', round: ++this.#fixes, findings, declinable: [] } as const
      text = (await this.#edit(text, asked)).text
    }
  }

  /** Findings of a review may be declined, what a check has found may not. */
  async revise(document: string, open: readonly TrackedFinding[], round: number) {
    const declinable = open.map(({ id }) => id)
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
    const edited = await this.#run.step(task, async () => {
      const words = {
        findings,
        document: untrusted('document', document),
        context: untrusted('repository', this.#context),
      }
      const prompt = { ...(await this.#prompt('revise', 'drafter', round, words)), task }
      const schema = editsFor(document, { declinable })
      const { edits, declined } = await this.#run.ask('drafter', prompt, schema)
      const applied = applyEdits(document, edits)
      if (!applied.ok) throw new Error(`${applied.problem} This is a bug in AgentOS.`)
      await this.#lineage.keep(path, applied.text)
      return { text: applied.text, declined, by: this.#run.modelOf('drafter') }
    })
    this.#drafter = edited.by
    return edited
  }

  /** Asks the reviewer, writes its answers to open questions into the text, keeps the verdict. */
  async review(
    document: string,
    findings: readonly TrackedFinding[],
    round: number,
  ): Promise<{ verdict: Verdict; text: string; tracked: TrackedFinding[] }> {
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
    const { verdict, text, by } = await this.#run.step('review', async () => {
      const asked = await this.#prompt('review', 'reviewer', round, words)
      const given = await this.#run.ask('reviewer', asked, verdictFor(document, open))
      const answered = resolveQuestions(document, given.openQuestions)
      const isApproved = given.verdict === 'APPROVED'
      const resolved = isApproved ? withStatus(answered, 'Approved') : answered
      const after = trackFindings(findings, given, round)
      const earlier = after.filter((finding) => finding.round < round)
      const rendered = { item: this.#item, verdict: given, text: resolved, earlier }
      const { carried, settled } = dispositionsOf(after)
      const left = isApproved ? { carried } : { open: carried }
      const binding = { ...this.#binding(), settled, ...left }
      await this.#lineage.keep(path, boundVerdict(verdictDocument(rendered), resolved, binding))
      return { verdict: given, text: resolved, by: this.#run.modelOf('reviewer') }
    })
    this.#reviewer = by
    return { verdict, text, tracked: trackFindings(findings, verdict, round) }
  }

  /** What the verdict and the design must agree on. */
  #binding(): Binding {
    const { id, title, body } = this.#item
    return {
      issue: id,
      inputHash: inputHash(title, body),
      provider: this.#run.mock ? 'mock' : 'models',
    }
  }

  async finalize(
    approved: Pick<Approved, 'document' | 'rounds' | 'findings'>,
    state: { readonly seen: string | null; readonly isPublished: () => Promise<boolean> },
  ): Promise<void> {
    const by = { drafter: this.#drafter, reviewer: this.#reviewer, verdict: this.#verdictPath }
    await publish(
      { ...approved, ...by, binding: this.#binding() },
      { ...state, item: this.#item, run: this.#run },
    )
  }

  async #prompt(
    name: PromptName,
    role: PromptName,
    round: number,
    words: Record<string, string> = {},
  ) {
    const { id, title } = this.#item
    const all = { number: id, title: oneLine(title), issue: this.#issue, ...words }
    const text = await this.#run.prompt(name, all)
    return { task: name, round, instructions: await this.#run.prompt(role), text }
  }
}
