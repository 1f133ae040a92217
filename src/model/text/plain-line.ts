/** Longer titles are cut. */
const LONGEST_TITLE = 200
/** Controls, and what turns or hides the letters around it. */
const UNSEEN = /[\p{Cc}\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]+/gu

/** A title as it may stand in a sentence, a commit or a pull request: one line, bounded, nothing unseen in it. */
export function plainLine(text: string, most = LONGEST_TITLE): string {
  const line = text.replace(UNSEEN, ' ').replace(/\s+/g, ' ').trim()
  const letters = [...line.slice(0, 2 * (most + 1))]
  return letters.length <= most ? line : `${letters.slice(0, most - 1).join('')}…`
}
