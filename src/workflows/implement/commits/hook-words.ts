import { stripVTControlCharacters } from 'node:util'
import { plainLine } from '../../../model/text/plain-line.ts'

const MOST_LINES = 6
const MOST_WORDS = 500

/** What a hook has printed last, in one line. */
export function hookWords(output: string): string {
  const lines = stripVTControlCharacters(output)
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
  if (lines.length === 0) return 'it prints nothing'
  return plainLine(lines.slice(-MOST_LINES).join('; '), MOST_WORDS).replace(/\.$/, '')
}
