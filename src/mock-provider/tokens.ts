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
