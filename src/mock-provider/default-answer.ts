import type { AnswerFunction, AskedCall } from './answer.ts'
import { digest } from './digest.ts'
import { sampleFromSchema } from './sample-from-schema.ts'

/** The answer where no other applies. */
export const defaultAnswer: AnswerFunction = (call, { seed }) => ({ text: defaultText(call, seed) })

/** The smallest value that fits the schema, or a sentence that differs from prompt to prompt. */
export function defaultText(
  { schema, model, instructions, prompt }: AskedCall,
  seed: number,
): string {
  if (schema !== undefined) return JSON.stringify(sampleFromSchema(schema))
  const mark = digest(seed, model, instructions, prompt).slice(0, 8)
  return `The mock provider has read ${prompt.length} characters and answers ${mark}.`
}
