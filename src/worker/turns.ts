/**
 * Conversations of an item, one per role: the questions and answers that were saved, in order. Each message is in the
 * checkpoint once, and every question begins with the bytes of the one before, also after a restart.
 */
import { z } from 'zod'

/** A question as it was sent, and what came back. */
export interface Turn {
  readonly question: string
  readonly answer: string
}

/** What is sent next. */
export interface Placed {
  readonly turns: readonly Turn[]
  readonly question: string
  /** Saved with the answer, if the question is part of a conversation. */
  readonly conversation?: SavedQuestion
}

const savedQuestion = z.object({
  role: z.string(),
  question: z.string(),
  /** The conversation was begun, or begun anew, with this question. */
  opens: z.boolean(),
})
type SavedQuestion = Readonly<z.infer<typeof savedQuestion>>

const savedTurn = z.looseObject({ text: z.string(), conversation: savedQuestion })

/** The present conversation with a role, out of all saved answers. */
export function turnsOf(saved: readonly unknown[], role: string): readonly Turn[] {
  const turns: Turn[] = []
  for (const value of saved) {
    const { data } = savedTurn.safeParse(value)
    if (data?.conversation.role !== role) continue
    if (data.conversation.opens) turns.length = 0
    turns.push({ question: data.conversation.question, answer: data.text })
  }
  return turns
}

/** Where a question stands: alone, first in its conversation, or next in it. */
export function place(
  asked: {
    readonly role: string
    /** The first line of every question. */
    readonly marker: string
    readonly opening?: string | undefined
    readonly text: string
    /** The last answer could not be used, for a reason that is told now. */
    readonly refused?: { readonly answer: string; readonly correction: string } | undefined
  },
  saved: readonly unknown[],
  fits: (turns: readonly Turn[], question: string) => boolean,
): Placed {
  const { role, marker, opening, text, refused } = asked
  const question = `${marker}\n${refused?.correction ?? text}`
  if (opening === undefined)
    return {
      turns:
        refused === undefined ? [] : [{ question: `${marker}\n${text}`, answer: refused.answer }],
      question,
    }
  const turns = turnsOf(saved, role)
  if (turns.length > 0 && fits(turns, question))
    return { turns, question, conversation: { role, question, opens: false } }
  const parts = [opening, text, ...(refused === undefined ? [] : [refused.correction])]
  const first = `${marker}\n${parts.join('\n\n')}`
  return { turns: [], question: first, conversation: { role, question: first, opens: true } }
}
