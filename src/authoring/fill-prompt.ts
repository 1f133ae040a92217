/** A prompt is a text with `{{words}}` that are filled in when it is used. */
const WORD = /\{\{(\w+)\}\}/g
/** One that is a paragraph of its own, with the empty lines behind it. */
const PARAGRAPH = /^\{\{(\w+)\}\}[ \t]*(?:\n[ \t]*)*(?:\n|$(?![\s\S]))/gm

/** The words that a prompt wants, each once. */
export function promptWords(text: string): string[] {
  return [...new Set([...text.matchAll(WORD)].map(([, word = '']) => word))]
}

export function fillPrompt(
  name: string,
  text: string,
  words: Readonly<Record<string, string>>,
): string {
  // A paragraph with nothing to say leaves no gap.
  const shown = text.replace(PARAGRAPH, (whole, word: string) => (words[word] === '' ? '' : whole))
  return shown.replace(WORD, (_, word: string) => {
    const value = words[word]
    if (value === undefined)
      throw new Error(`Prompt "${name}" wants "${word}", which it was not given.`)
    return value
  })
}
