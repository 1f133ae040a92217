/** A conversation as the messages of a request. */
import type { LanguageModelV4Message } from '@ai-sdk/provider'

export interface Asked {
  readonly instructions: string
  /** Earlier questions of the conversation, with their answers. */
  readonly turns: readonly { readonly question: string; readonly answer: string }[]
  readonly question: string
  /** More questions may follow: worth a provider's cache. */
  readonly isConversation: boolean
}

type UserMessage = Extract<LanguageModelV4Message, { role: 'user' }>

/** Anthropic caches up to a mark; the others find the longest known beginning by themselves. */
const CACHE_MARK = { anthropic: { cacheControl: { type: 'ephemeral' } } }

/** Both ends of what will be sent again: the first question, which holds the repository, and the last one. */
export function messagesOf(
  { instructions, turns, question, isConversation }: Asked,
  /** A part of its own behind the question: it is not sent again. */
  note: string | undefined,
): LanguageModelV4Message[] {
  const asked = (text: string, isMarked: boolean): UserMessage => {
    const mark = isMarked ? { providerOptions: CACHE_MARK } : {}
    return { role: 'user', content: [{ type: 'text', text, ...mark }] }
  }
  const last = asked(question, isConversation)
  if (note !== undefined) last.content.push({ type: 'text', text: note })
  return [
    ...(instructions === '' ? [] : [{ role: 'system' as const, content: instructions }]),
    ...turns.flatMap((turn, index) => [
      asked(turn.question, isConversation && index === 0),
      said(turn.answer),
    ]),
    last,
  ]
}

/** No provider takes an empty message. */
function said(answer: string): LanguageModelV4Message {
  const text = answer.trim() === '' ? '(nothing)' : answer
  return { role: 'assistant', content: [{ type: 'text', text }] }
}

/** All that the model reads. */
export function textOf({ instructions, turns, question }: Asked): string {
  return [instructions, ...turns.flatMap((turn) => [turn.question, turn.answer]), question].join('')
}
