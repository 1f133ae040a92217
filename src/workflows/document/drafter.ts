/** The drafter's conversation: it reads, drafts, and then edits, each time knowing all that went before. */
import { z } from 'zod'
import type { RunContext } from '../../authoring/run-context.ts'
import type { DocumentKind } from './document-kind.ts'
import { type DocumentPrompts, documentShown, filesShown } from './document-prompts.ts'
import { draftText } from './draft-text.ts'
import { applyEdits, editsFor } from './edits.ts'
import type { Lineage } from './lineage.ts'
import { Reading, type Shown } from './reading.ts'
import { NOTHING_SHOWN } from './repository-context.ts'
import { isAsking, requestFields } from './requests.ts'

/** How often the drafter may ask for more to read. */
const LOOKS = 2

const NO_DOCUMENT =
  'Your previous answer was not the document itself: its sections were missing, or in a code fence. Answer with the document, without a word before or behind it and without a fence around it.'

const ASKED_FOR = 'What you have asked for:'
const NOT_SEEN = 'Files of the repository that you have not seen yet:'

/** A document as it is in one round. */
export interface Draft {
  readonly text: string
  /** The text as the drafter knows it: as it has written it last. Undefined: it has not seen it at all. */
  readonly known?: string
  /** Where it is kept in the lineage. */
  readonly path: string
  /** Who has written it last. */
  readonly drafter: string
  /** How often the drafter had to fix what a check had found, in all rounds together. */
  readonly fixes: number
}

/** What the drafter answers when it is asked what it wants to read. */
export const lookSchema = z.strictObject({
  ...requestFields,
  again: z
    .preprocess((value) => value ?? false, z.boolean())
    .describe('whether you want to ask once more after that'),
})

export class Drafter {
  readonly #kind: DocumentKind
  readonly #run: RunContext
  readonly #lineage: Lineage
  readonly #prompts: DocumentPrompts
  readonly #reading: Reading

  constructor(
    kind: DocumentKind,
    run: RunContext,
    options: { readonly lineage: Lineage; readonly prompts: DocumentPrompts },
  ) {
    this.#kind = kind
    this.#run = run
    this.#lineage = options.lineage
    this.#prompts = options.prompts
    this.#reading = new Reading(run.repo, run.log)
  }

  /** An overview of the repository: the beginning of the conversation. */
  async map(): Promise<void> {
    const { text } = this.#kind.input
    this.#reading.saw(await this.#run.step('map', () => this.#reading.map(text)))
  }

  /** Lets the drafter say what it wants to read; it is shown with the next question. All of its answers. */
  async look<T extends z.infer<typeof lookSchema>>(schema: z.ZodType<T>): Promise<T[]> {
    const answers: T[] = []
    for (let round = 1; round <= LOOKS; round++) {
      const { seen, found } = this.#reading.next()
      const { answer, more } = await this.#run.step('look', async () => {
        const asked = await this.#prompts.question(round === 1 ? 'look' : 'look-again', {
          ...{ role: 'drafter', task: 'look', round },
          words: { shown: filesShown(ASKED_FOR, found) },
          known: { seen },
        })
        const said = await this.#run.ask('drafter', asked, schema)
        return { answer: said, more: await this.#reading.find(this.#kind.input.text, said) }
      })
      this.#reading.found(more)
      answers.push(answer)
      if (!isAsking(answer) || !answer.again) break
    }
    return answers
  }

  /** A document that is there already, taken as the first draft. */
  async take(body: string, by: string): Promise<Draft> {
    const path = this.#lineage.take('draft')
    const text = await this.#run.step('draft', async () => {
      const taken = this.#kind.withStatus(draftText(body, this.#kind.isDocument), 'Draft')
      await this.#lineage.keep(path, taken)
      return taken
    })
    return { text, path, drafter: by, fixes: 0 }
  }

  async draft(): Promise<Draft> {
    const path = this.#lineage.take('draft')
    const shown = this.#reading.next()
    const { text, by } = await this.#run.step('draft', async () => {
      const drafted = await this.#askForDraft(shown)
      await this.#lineage.keep(path, drafted)
      return { text: drafted, by: this.#run.modelOf('drafter') }
    })
    return { text, known: text, path, drafter: by, fixes: 0 }
  }

  /** An answer that is no document cannot be fixed by edits: it is asked for once more. */
  async #askForDraft({ seen, found }: Shown): Promise<string> {
    const words = { shown: filesShown(ASKED_FOR, found), template: this.#kind.template }
    const asked = await this.#prompts.question('draft', {
      ...{ role: 'drafter', round: 1, words },
      known: { seen },
    })
    const text = draftText(await this.#run.ask('drafter', asked), this.#kind.isDocument)
    if (this.#kind.isDocument(text)) return text
    this.#run.log('the draft is no document; asking for it again')
    const opening = `${asked.opening}\n\n${asked.text}`
    const again = { ...asked, round: 2, opening, text: NO_DOCUMENT }
    return draftText(await this.#run.ask('drafter', again), this.#kind.isDocument)
  }

  /** Findings are settled by exact edits, or declined if they may be. */
  async edit(
    draft: Draft,
    asked: {
      readonly task: 'fix' | 'revise'
      readonly round: number
      /** As a part of the prompt. */
      readonly findings: string
      readonly declinable: readonly string[]
    },
  ) {
    const { task, round, findings, declinable } = asked
    const { step, ask, modelOf } = this.#run
    const path = this.#lineage.take('draft')
    const { seen, found } = this.#reading.next()
    const { sections } = this.#kind
    const { text, declined, by, more } = await step(task, async () => {
      const named = task === 'fix' ? NOTHING_SHOWN : await this.#reading.named(draft.text, findings)
      const prompt = await this.#prompts.question(task, {
        role: 'drafter',
        round,
        words: {
          findings,
          changed: documentShown(draft.text, draft.known, this.#kind.noun),
          shown: filesShown(NOT_SEEN, [...found, named]),
        },
        known: { seen, ...this.#presentOf(draft) },
      })
      const answer = await ask('drafter', prompt, editsFor(draft.text, { declinable, sections }))
      const applied = applyEdits(draft.text, answer.edits, sections)
      if (!applied.ok) throw new Error(`${applied.problems.join(' ')} This is a bug in AgentOS.`)
      await this.#lineage.keep(path, applied.text)
      const result = { text: applied.text, declined: answer.declined, more: named }
      return { ...result, by: modelOf('drafter') }
    })
    this.#reading.saw(more)
    return { draft: { ...draft, text, known: text, path, drafter: by }, declined }
  }

  /** For an opening; a document that the drafter has not seen is part of the question. */
  #presentOf({ text, known }: Draft): { readonly present?: string } {
    return known === undefined ? {} : { present: documentShown(text, undefined, this.#kind.noun) }
  }
}
