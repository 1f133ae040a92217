/** A prompt is a text with `{{words}}` that are filled in when it is used. */
const WORD = /\{\{(\w+)\}\}/g

/** The words that a prompt wants, each once. */
export function promptWords(text: string): string[] {
  return [...new Set([...text.matchAll(WORD)].map(([, word = '']) => word))]
}

export function fillPrompt(
  name: string,
  text: string,
  words: Readonly<Record<string, string>>,
): string {
  return text.replace(WORD, (_, word: string) => {
    const value = words[word]
    if (value === undefined)
      throw new Error(`Prompt "${name}" wants "${word}", which it was not given.`)
    return value
  })
}
