import type { AskedCall } from '../answer.ts'

const CHARACTERS_A_TOKEN = 4

/** No tokenizer: a number that follows from the length, and is near enough for limits and costs. */
export function countTokens(text: string): number {
  return Math.ceil(text.length / CHARACTERS_A_TOKEN)
}

/** As much of the text as so many tokens hold. */
export function firstTokens(text: string, tokens: number): string {
  const cut = text.slice(0, tokens * CHARACTERS_A_TOKEN)
  return cut.isWellFormed() ? cut : cut.slice(0, -1)
}

export function inputTokens({ instructions, prompt }: AskedCall): number {
  return countTokens(instructions) + countTokens(prompt)
}

/** A text made as long as asked: JSON by spaces behind it, so that it still fits its schema. */
export function sizedText(
  text: string,
  { isJson, outputTokens }: { readonly isJson: boolean; readonly outputTokens: number | undefined },
): string {
  if (outputTokens === undefined) return text
  const length = outputTokens * CHARACTERS_A_TOKEN
  if (isJson) return text.padEnd(length)
  return firstTokens(`${text} `.repeat(Math.ceil(length / (text.length + 1))), outputTokens)
}
