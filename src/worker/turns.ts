/**
 * Conversations of an item, one per role: the questions and answers that were saved, in order. Each message is in the
 * checkpoint once, and every question begins with the bytes of the one before, also after a restart.
 */

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

interface SavedQuestion {
  readonly role: string
  readonly question: string
  /** The conversation was begun, or begun anew, with this question. */
  readonly opens: boolean
}

/** A saved answer, as far as conversations need it. */
export interface SavedAnswer {
  readonly text: string
  readonly conversation?: SavedQuestion
}

/** The present conversation with a role, out of all saved answers. */
export function turnsOf(saved: readonly SavedAnswer[], role: string): readonly Turn[] {
  const own = saved.filter(({ conversation }) => conversation?.role === role)
  const first = own.findLastIndex(({ conversation }) => conversation?.opens)
  return own
    .slice(Math.max(first, 0))
    .map(({ text, conversation }) => ({ question: conversation?.question ?? '', answer: text }))
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
  saved: readonly SavedAnswer[],
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
