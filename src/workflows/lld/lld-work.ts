/** One issue on its way to a design: its prompts, its lineage, its steps. */
import { z } from 'zod'
import { NeedsRevision, Parked } from '../../authoring/outcomes.ts'
import type { RunContext, RunItem } from '../../authoring/workflow.ts'
import { inputHash } from '../../model/item.ts'
import { vendorOf } from '../../model/language-model.ts'
import { inconsistencies, type Verdict, verdictSchema } from '../review/verdict.ts'
import { checkLld } from './check.ts'
import { dispositionsOf } from './dispositions.ts'
import { readDocument } from './document.ts'
import { applyEdits, editsFor } from './edits.ts'
import { type Binding, boundVerdict, fileHash, lldPath, withEvidence } from './evidence.ts'
import {
  findingLines,
  oneLine,
  openFindings,
  type TrackedFinding,
  trackFindings,
} from './findings.ts'
import type { Lineage } from './lineage.ts'
import { prompt, untrusted } from './prompts.ts'
import { resolveQuestions } from './questions.ts'
import { templateText } from './template.ts'
import { computedWords, kindOf, verdictDocument } from './verdict-document.ts'

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
  #drafter = ''
  #reviewer = ''

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
    const { text, by } = await this.#run.step('draft', async () => {
      const words = { template: templateText(), context: untrusted('repository', this.#context) }
      const drafted =
        existing ?? (await this.#run.ask('drafter', this.#prompt('draft', 'drafter', 1, words)))
      await this.#lineage.keep(path, drafted)
      const by = existing === undefined ? this.#run.modelOf('drafter') : 'found in the repository'
      return { text: drafted.replaceAll('\r\n', '\n').trim(), by }
    })
    this.#drafter = by
    return text
  }

  /** What a computer can find goes back to the drafter without paying a reviewer. */
  async passChecks(document: string, round: number): Promise<string> {
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
      text = (await this.revise(text, findings, 'fix', round * 10 + attempt)).text
    }
  }

  async revise(document: string, findings: string, task: 'fix' | 'revise', round: number) {
    const path = this.#lineage.take('draft')
    return this.#run.step(task, async () => {
      const words = {
        findings,
        document: untrusted('document', document),
        context: untrusted('repository', this.#context),
      }
      const asked = { ...this.#prompt('revise', 'drafter', round, words), task }
      const { edits, declined } = await this.#run.ask(
        'drafter',
        asked,
        editsFor(document, { mayDecline: task === 'revise' }),
      )
      const edited = applyEdits(document, edits)
      if (!edited.ok) throw new Error(`${edited.problem} This is a bug in AgentOS.`)
      await this.#lineage.keep(path, edited.text)
      return { text: edited.text, declined }
    })
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
    const schema = verdictSchema.superRefine((verdict, context) => {
      for (const message of inconsistencies(verdict, open))
        context.addIssue({ code: 'custom', message })
    })
    const { verdict, text, by } = await this.#run.step('review', async () => {
      const asked = this.#prompt('review', 'reviewer', round, words)
      const given = await this.#run.ask('reviewer', asked, schema)
      const resolved = resolveQuestions(document, given.openQuestions)
      const after = trackFindings(findings, given, round)
      const earlier = after.filter((finding) => finding.round < round)
      const rendered = { item: this.#item, verdict: given, text: resolved, earlier }
      const binding = { ...this.#binding(), ...dispositionsOf(after) }
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

  async finalize(approved: {
    readonly document: string
    readonly rounds: number
    readonly findings: readonly TrackedFinding[]
    /** The design's file as it was when the work began. */
    readonly seen: string | null
    readonly isPublished: () => Promise<boolean>
  }): Promise<void> {
    const { document, rounds, findings } = approved
    const left = readDocument(document).openQuestions
    if (left[0] !== undefined) throw new Parked('question', `The design still asks: ${left[0]}`)
    const { step, repo } = this.#run
    await step('finalize', async () => {
      if (await approved.isPublished()) return // by a try that was cut off right after
      const { id, title, body } = this.#item
      const about = `${title}\n${body}`
      const broken = checkLld(document, { issue: id, about, files: await repo.files() })
      if (broken.length > 0) throw new NeedsRevision('checks-failed', 0, broken)
      if ((await fileHash(repo, lldPath(id))) !== approved.seen) {
        throw new Error(
          `${lldPath(id)} has changed since this work began; take it as the draft with --fresh.`,
        )
      }
      const text = withEvidence(document, {
        ...this.#binding(),
        kind: kindOf(document),
        drafter: this.#drafter,
        reviewer: this.#reviewer,
        review:
          vendorOf(this.#drafter) === vendorOf(this.#reviewer) ? 'same-vendor' : 'other-vendor',
        rounds,
        verdict: this.#verdictPath,
        ...dispositionsOf(findings),
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
    const text = prompt(name, { number: id, title: oneLine(title), issue: this.#issue, ...words })
    return { task: name, round, instructions: prompt(role), text }
  }
}
