/** The drafter's conversation: it reads, drafts, and then edits, each time knowing all that went before. */
import { z } from 'zod'
import type { RunContext } from '../../authoring/run-context.ts'
import { repositoryFacts } from '../project/project-facts.ts'
import { withFacts } from '../project/project-words.ts'
import type { DocumentKind } from './document-kind.ts'
import { type DocumentPrompts, documentShown, filesShown } from './document-prompts.ts'
import { draftText } from './draft-text.ts'
import { applyEdits, editsFor } from './edits.ts'
import type { Lineage } from './lineage.ts'
import { placesAsked } from './reading/asked-places.ts'
import { NOTHING_SHOWN, Reading, type Shown } from './reading/reading.ts'
import { isAsking, requestFields } from './reading/requests.ts'

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
  /** The known text stands in the conversation as edits, not in one piece: no search text can be copied from it. */
  readonly isInPieces?: boolean
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

export function drafterOf(
  kind: DocumentKind,
  run: RunContext,
  { lineage, prompts }: { readonly lineage: Lineage; readonly prompts: DocumentPrompts },
) {
  const reading = new Reading(run.repo, run.log)
  return { map, look, take, draft, edit }

  /** An overview of the repository: the beginning of the conversation. */
  async function map(): Promise<void> {
    const overview = async () =>
      withFacts(await reading.map(kind.input.text), await repositoryFacts(run))
    reading.saw(await run.step('map', overview))
  }

  /** Lets the drafter say what it wants to read; it is shown with the next question. All of its answers, and the places that it has read. */
  async function look<T extends z.infer<typeof lookSchema>>(
    schema: z.ZodType<T>,
  ): Promise<{ readonly answers: readonly T[]; readonly places: readonly string[] }> {
    const answers: T[] = []
    const places = new Set<string>()
    for (let round = 1; round <= LOOKS; round++) {
      const { seen, found } = reading.next()
      const { answer, more } = await run.step('look', async () => {
        const asked = await prompts.question(round === 1 ? 'look' : 'look-again', {
          ...{ role: 'drafter', task: 'look', round },
          words: { shown: filesShown(ASKED_FOR, found) },
          known: { seen },
        })
        const said = await run.ask('drafter', asked, schema)
        return { answer: said, more: await reading.find(kind.input.text, said) }
      })
      reading.found(more)
      answers.push(answer)
      for (const place of placesAsked(answer, more.refused)) places.add(place)
      if (!isAsking(answer) || !answer.again) break
    }
    return { answers, places: [...places] }
  }

  /** A document that is there already, taken as the first draft. */
  async function take(body: string, by: string): Promise<Draft> {
    const path = lineage.take('draft')
    const text = await run.step('draft', async () => {
      const taken = kind.withStatus(draftText(body, kind.isDocument), 'Draft')
      await lineage.keep(path, taken)
      return taken
    })
    return { text, path, drafter: by, fixes: 0 }
  }

  async function draft(): Promise<Draft> {
    const path = lineage.take('draft')
    const shown = reading.next()
    const { text, by } = await run.step('draft', async () => {
      const drafted = await askForDraft(shown)
      await lineage.keep(path, drafted)
      return { text: drafted, by: run.modelOf('drafter') }
    })
    return { text, known: text, path, drafter: by, fixes: 0 }
  }

  /** An answer that is no document cannot be fixed by edits: it is asked for once more. */
  async function askForDraft({ seen, found }: Shown): Promise<string> {
    const asked = await prompts.question('draft', {
      ...{ role: 'drafter', round: 1 },
      words: { shown: filesShown(ASKED_FOR, found), template: kind.template },
      known: { seen },
    })
    const text = draftText(await run.ask('drafter', asked), kind.isDocument)
    if (kind.isDocument(text)) return text
    run.log('the draft is no document; asking for it again')
    const opening = `${asked.opening}\n\n${asked.text}`
    const again = { ...asked, round: 2, opening, text: NO_DOCUMENT }
    return draftText(await run.ask('drafter', again), kind.isDocument)
  }

  /** Findings are settled by exact edits, or declined if they may be. */
  async function edit(
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
    const { sections } = kind
    const path = lineage.take('draft')
    const { seen, found } = reading.next()
    const { text, declined, settled, by, more } = await run.step(task, async () => {
      const named = task === 'fix' ? NOTHING_SHOWN : await reading.named(draft.text, findings)
      const prompt = await prompts.question(task, {
        ...{ role: 'drafter', round },
        words: {
          findings,
          changed: documentShown(draft.text, wholeOf(draft), kind.noun),
          shown: filesShown(NOT_SEEN, [...found, named]),
        },
        known: { seen, ...presentOf(draft) },
      })
      const answer = await run.ask(
        'drafter',
        prompt,
        editsFor(draft.text, { declinable, sections }),
      )
      const applied = applyEdits(draft.text, answer.edits, sections)
      if (!applied.ok) throw new Error(`${applied.problems.join(' ')} This is a bug in AgentOS.`)
      await lineage.keep(path, applied.text)
      const { declined, settled } = answer
      const result = { text: applied.text, declined, settled, more: named }
      return { ...result, by: run.modelOf('drafter') }
    })
    reading.saw(more)
    const edited = { ...draft, text, known: text, isInPieces: true, path, drafter: by }
    return { draft: edited, declined, settled }
  }

  /** For an opening, unless the question shows the document. */
  function presentOf(draft: Draft): { readonly present?: string } {
    if (wholeOf(draft) === undefined) return {}
    return { present: documentShown(draft.text, undefined, kind.noun) }
  }
}

/** The document as the drafter has it before it in one piece; undefined if it does not. */
function wholeOf({ known, isInPieces = false }: Draft): string | undefined {
  return isInPieces ? undefined : known
}
