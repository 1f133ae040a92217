/** One document on its way from its input to an approval: its prompts, its lineage, its steps. */
import { NeedsRevision } from '../../authoring/outcomes.ts'
import type { RunContext } from '../../authoring/run-context.ts'
import type { CarriedFinding } from '../review/dispositions.ts'
import { contentHash } from '../review/evidence.ts'
import { findingLines, isByPerson, type TrackedFinding } from '../review/findings.ts'
import type { ReviewSubject } from '../review/review.ts'
import { ofMock, ofModels } from './apart.ts'
import { decisionsIn } from './decisions.ts'
import type { DocumentKind } from './document-kind.ts'
import { documentPrompts } from './document-prompts.ts'
import { draftText } from './draft-text.ts'
import { applyEdits, editsFor } from './edits.ts'
import { type Found, takenAsDraft } from './found.ts'
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

export type DocumentWork = ReturnType<typeof documentWork>

export function documentWork(
  kind: DocumentKind,
  run: RunContext,
  {
    lineage,
    carried = [],
  }: { readonly lineage: Lineage; readonly carried?: readonly CarriedFinding[] },
) {
  const decisions = decisionsIn(lineage)
  const prompts = documentPrompts(kind, run, { carried, decisions })
  const subject: ReviewSubject<Draft> = {
    run,
    lineage,
    noun: kind.noun,
    decide: (question, answer) => decisions.add(question, answer),
    shown: ({ text, path }) => ({ content: text, path }),
    asking: ({ text }) => text,
    prompt({ text }, { round, rounds, earlier }) {
      const words = {
        rounds: String(rounds),
        computed: kind.computed(text),
        earlier,
        document: untrusted('document', text),
      }
      return prompts.prompt('review', { role: 'reviewer', round, words })
    },
    answered(draft, { verdict, openQuestions }) {
      const text = resolveQuestions(draft.text, openQuestions)
      const isApproved = verdict === 'APPROVED'
      return { ...draft, text: isApproved ? kind.withStatus(text, 'Approved') : text }
    },
    reopened: (draft) => ({ ...draft, text: kind.withStatus(draft.text, 'Draft') }),
    binding: async ({ text }) => ({ ...kind.binding, contentHash: contentHash(text) }),
    computed: ({ text }) => kind.reviewed(text),
    revise,
  }
  return { ...subject, run, kind, prompts, begin, draft }

  /** The input as it is now is first in the lineage. What the mock provider wrote is kept there, and no draft of a real run. */
  async function begin(found: Found): Promise<void> {
    await lineage.keep(lineage.take(kind.input.name), kind.input.text)
    if (found.state === 'apart') {
      const { path, text } = found.file
      if (run.mock) throw new Error(`${ofModels(path)}.`)
      const kept = lineage.take('mock')
      await lineage.keep(kept, text)
      run.log(`${ofMock(path)}: kept as ${kept}, drafted anew`)
    }
    await prompts.look()
  }

  /** A draft that passes the checks: a document that is there already, or a new one. */
  async function draft(found: Found): Promise<Draft> {
    const existing = found.state === 'draft' ? found : undefined
    if (existing !== undefined) run.log(takenAsDraft(existing.file.path, existing.why))
    const path = lineage.take('draft')
    const { text, by } = await run.step('draft', async () => {
      const drafted =
        existing === undefined
          ? await askForDraft()
          : kind.withStatus(draftText(existing.file.body, kind.isDocument), 'Draft')
      await lineage.keep(path, drafted)
      return { text: drafted, by: existing?.by ?? run.modelOf('drafter') }
    })
    return passChecks({ text, path, drafter: by, fixes: 0 })
  }

  /** An answer that is no document cannot be fixed by edits: it is asked for once more. */
  async function askForDraft(): Promise<string> {
    const words = { template: kind.template }
    const asked = await prompts.prompt('draft', { role: 'drafter', round: 1, words })
    const text = draftText(await run.ask('drafter', asked), kind.isDocument)
    if (kind.isDocument(text)) return text
    run.log('the draft is no document; asking for it again')
    const again = { ...asked, round: 2, text: `${asked.text}\n\n${NO_DOCUMENT}` }
    return draftText(await run.ask('drafter', again), kind.isDocument)
  }

  /** What a computer can find goes back to the drafter without paying a reviewer. */
  async function passChecks(first: Draft): Promise<Draft> {
    let draft = first
    for (let attempt = 1; ; attempt++) {
      const found = await run.step('check', () => kind.check(draft.text))
      if (found.length === 0) return draft
      run.log(`checks found ${found.length}: ${found.slice(0, 3).join(' ')}`)
      if (attempt > CHECK_TRIES) throw new NeedsRevision('checks-failed', CHECK_TRIES, found)
      const findings = found.map((finding) => `- ${finding}`).join('\n')
      const fixes = draft.fixes + 1
      const asked = { task: 'fix', round: fixes, findings, declinable: [] } as const
      draft = { ...(await edit(draft, asked)).draft, fixes }
    }
  }

  /** Findings of a review may be declined; what a check has found or a person wants may not. */
  async function revise(draft: Draft, open: readonly TrackedFinding[], round: number) {
    const declinable = open.filter((finding) => !isByPerson(finding)).map(({ id }) => id)
    const asked = { task: 'revise', round, findings: findingLines(open), declinable } as const
    const { draft: revised, declined } = await edit(draft, asked)
    return { work: await passChecks(revised), declined }
  }

  async function edit(
    draft: Draft,
    asked: {
      readonly task: 'fix' | 'revise'
      readonly round: number
      readonly findings: string
      readonly declinable: readonly string[]
    },
  ) {
    const { task, round, findings, declinable } = asked
    const { sections } = kind
    const path = lineage.take('draft')
    const { text, declined, by } = await run.step(task, async () => {
      const words = { findings, document: untrusted('document', draft.text) }
      const prompt = await prompts.prompt('revise', { role: 'drafter', round, words })
      const schema = editsFor(draft.text, { declinable, sections })
      const answer = await run.ask('drafter', { ...prompt, task }, schema)
      const applied = applyEdits(draft.text, answer.edits, sections)
      if (!applied.ok) throw new Error(`${applied.problem} This is a bug in AgentOS.`)
      await lineage.keep(path, applied.text)
      return { text: applied.text, declined: answer.declined, by: run.modelOf('drafter') }
    })
    return { draft: { ...draft, text, path, drafter: by }, declined }
  }
}
