import { stripVTControlCharacters } from 'node:util'

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this is about
const NEEDS_CLEANING = /[\x00-\x08\x0b-\x1f\x7f-\x9f]/
// biome-ignore lint/suspicious/noControlCharactersInRegex: the same
const CONTROL = /[\x00-\x08\x0b-\x1f\x7f]/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: the same
const COLOUR = /(\x1b\[[0-9;]*m)/

export interface Cleaning {
  /** Keep colours; every other escape goes. */
  readonly colour: boolean
  /** Of a line that overwrote itself with `\r`: what was seen at the end, or everything. */
  readonly overwritten: 'dropped' | 'kept'
}

/**
 * Foreign output made harmless, line by line: no cursor moves, titles or bells; what remains of
 * control characters is shown, not obeyed. Takes and gives whole lines with their newlines.
 */
export function cleanText(text: string, cleaning: Cleaning): string {
  if (!NEEDS_CLEANING.test(text)) return text
  return text
    .slice(0, -1)
    .split('\n')
    .map((line) => `${cleanLine(line, cleaning)}\n`)
    .join('')
}

function cleanLine(line: string, { colour, overwritten }: Cleaning): string {
  const parts = line.split('\r').filter((part) => part !== '')
  const kept = overwritten === 'kept' ? parts : parts.slice(-1)
  return kept.map((part) => cleanPart(part, colour)).join('\n')
}

function cleanPart(text: string, colour: boolean): string {
  const pieces = colour ? text.split(COLOUR) : [text]
  const cleaned = pieces.map((piece, index) =>
    index % 2 === 1 ? piece : showControls(stripVTControlCharacters(piece)),
  )
  return pieces.length === 1 ? cleaned.join('') : `${cleaned.join('')}\x1b[0m`
}

/** Unicode has a picture for each: ␀ for NUL, ␇ for the bell. */
function showControls(text: string): string {
  return text.replace(CONTROL, (character) =>
    character === '\x7f' ? '␡' : String.fromCharCode(0x2400 + character.charCodeAt(0)),
  )
}
