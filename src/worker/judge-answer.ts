/** Whether a model's answer is what was asked for. The schema is the whole contract: nothing is guessed. */
import type { z } from 'zod'
import type { ModelAnswer } from '../providers/ask-once.ts'

export type Judged =
  | { readonly ok: true; readonly value: unknown }
  /** Everything that is wrong with it, as far as that can be said at once. `isCut`: it did not fit. */
  | { readonly ok: false; readonly problems: readonly string[]; readonly isCut?: boolean }

/** More reasons than this are no help. */
const MOST_PROBLEMS = 50

/** Ends that are none: what came is not the model's whole answer. */
const CUT_OFF: Readonly<Record<string, string>> = {
  length: 'The answer was cut off at the output limit.',
  'content-filter': 'The answer was withheld by a content filter or refused.',
  error: 'The answer broke off with an error.',
}

export function judgeAnswer(
  answer: Pick<ModelAnswer, 'text' | 'finishReason'>,
  schema: z.ZodType | undefined,
): Judged {
  const cutOff = CUT_OFF[answer.finishReason]
  if (cutOff !== undefined)
    return { ok: false, problems: [cutOff], isCut: answer.finishReason === 'length' }
  if (answer.text.trim() === '') return refused('The answer was empty.')
  if (schema === undefined) return { ok: true, value: answer.text }
  let json: unknown
  try {
    json = JSON.parse(unwrapped(answer.text))
  } catch {
    return refused('The answer was not JSON.') // the reason is what is told
  }
  const parsed = schema.safeParse(json)
  if (parsed.success) return { ok: true, value: parsed.data }
  const { issues } = parsed.error
  const problems = issues
    .slice(0, MOST_PROBLEMS)
    .map(({ path, message }) => `${path.join('.') || 'answer'}: ${message}`)
  const more = issues.length - problems.length
  return refused(...problems, ...(more > 0 ? [`… and ${more} more`] : []))
}

function refused(...problems: readonly string[]): Judged {
  return { ok: false, problems }
}

/**
 * Without the wrappers that models put around a whole answer: a byte order mark, one block of thoughts in
 * front, one code fence. Each is taken off once, and only if nothing else is beside it; what is ambiguous,
 * such as two fences or words around one, stays and does not parse.
 */
function unwrapped(text: string): string {
  const bare = withoutThoughts(text.replace(/^\uFEFF/, '').trim())
  const [first = '', ...rest] = bare.split('\n')
  if (!/^```(?:json)?\s*$/i.test(first) || rest.pop()?.trim() !== '```') return bare
  return rest.join('\n')
}

function withoutThoughts(text: string): string {
  const [, tag] = /^<(think|thinking)>/.exec(text) ?? []
  if (tag === undefined) return text
  const [, answer, ...more] = text.split(`</${tag}>`)
  return answer === undefined || more.length > 0 ? text : answer.trim()
}
