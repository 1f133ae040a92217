/**
 * Scripted trouble: rules over the offline provider's usual answers, from a JSON file. The first
 * rule that fits decides. A key's position is the number that its value ends with (`mock-key-2`), so
 * that it does not depend on which key happened to be used first.
 */
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { quote } from '../model/ids.ts'
import { UsageError } from '../model/usage-error.ts'
import { type Answer, type AnswerFunction, type AskedCall, REFUSALS, TROUBLES } from './answer.ts'
import { markerOf } from './marker.ts'

const oneOrMore = <T extends z.ZodType>(value: T) => z.union([value, z.array(value).min(1)])
const word = z.string().min(1)
const count = z.int().min(0)

const ruleSchema = z.strictObject({
  /** What a call must be like; what is not said fits any. */
  when: z
    .strictObject({
      task: oneOrMore(word).optional(),
      item: oneOrMore(word).optional(),
      round: oneOrMore(count).optional(),
      attempt: oneOrMore(z.int().min(1)).optional(),
      model: oneOrMore(word).optional(),
      key: oneOrMore(count).optional(),
    })
    .default({}),
  /** What happens then; what is not said is as usual. */
  answer: z
    .strictObject({
      error: z.enum([...REFUSALS, ...TROUBLES]).exactOptional(),
      text: z.string().exactOptional(),
      message: word.exactOptional(),
      retryAfterMs: count.exactOptional(),
      latencyMs: count.exactOptional(),
    })
    .refine(
      ({ error, message, retryAfterMs }) =>
        error !== undefined || (message === undefined && retryAfterMs === undefined),
      { error: '`message` and `retryAfterMs` need an `error`' },
    ),
})

const scenarioSchema = z.strictObject({ rules: z.array(ruleSchema) })

export type ScenarioRule = z.output<typeof ruleSchema>

export function scenarioAnswer(
  rules: readonly ScenarioRule[],
  fallback: AnswerFunction,
): AnswerFunction {
  return async (call, context) => {
    const usual = await fallback(call, context)
    const rule = rules.find(({ when }) => fits(when, call, context.attempt))
    return rule === undefined ? usual : changed(usual, rule.answer)
  }
}

/** The rules of a scenario file, checked; misspelt keys are refused. */
export function loadScenario(file: string): readonly ScenarioRule[] {
  const result = scenarioSchema.safeParse(readScenario(file))
  if (result.success) return result.data.rules
  const issue = result.error.issues[0]
  const place = issue?.path.join('.') || 'the file'
  throw new UsageError(
    'scenario-invalid',
    `Scenario ${quote(file)}: ${place}: ${issue?.message ?? 'invalid'}.`,
    { hint: 'It should be like {"rules":[{"when":{"attempt":1},"answer":{"error":"rate"}}]}.' },
  )
}

function readScenario(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error)
    throw new UsageError(
      'scenario-unreadable',
      `Scenario ${quote(file)} cannot be read: ${detail}`,
      { cause: error },
    )
  }
}

function fits(when: ScenarioRule['when'], call: AskedCall, attempt: number): boolean {
  const facts = { ...markerOf(call), attempt, model: call.model, key: keyPosition(call.key) }
  return Object.entries(when).every(([name, wanted]) =>
    [wanted].flat().includes(facts[name as keyof typeof facts] ?? ''),
  )
}

function keyPosition(key: string): number | undefined {
  const digits = /\d+$/.exec(key)?.[0]
  return digits === undefined ? undefined : Number(digits)
}

/** An error keeps the usual text, for trouble that begins with an answer. */
function changed(usual: Answer, said: ScenarioRule['answer']): Answer {
  const { error, text } = said
  if (error !== undefined) return { ...usual, ...said, error }
  return text === undefined ? { ...usual, ...said } : { ...said, text }
}
