import { stripVTControlCharacters } from 'node:util'

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this is about
const NEEDS_CLEANING = /[\x00-\x08\x0b-\x1f\x7f-\x9f]/
// biome-ignore lint/suspicious/noControlCharactersInRegex: the same
const CONTROL = /[\x00-\x08\x0b-\x1f\x7f]/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: the same
const COLOUR = /(\x1b\[[0-9;]*m)/

/**
 * A line of foreign output made harmless: no cursor moves, titles or bells; what remains of control
 * characters is shown, not obeyed. A line that overwrote itself with `\r` gives its parts in order.
 */
export function cleanParts(line: string, options: { colour: boolean }): string[] {
  if (!NEEDS_CLEANING.test(line)) return [line]
  const parts = line.split('\r').filter((part) => part !== '')
  return parts.length === 0 ? [''] : parts.map((part) => cleanPart(part, options.colour))
}

/** What a terminal would show at the end of the line: the part written last. */
export function cleanLine(line: string, options: { colour: boolean }): string {
  return cleanParts(line, options).at(-1) ?? ''
}

function cleanPart(text: string, colour: boolean): string {
  if (!colour) return showControls(stripVTControlCharacters(text))
  const pieces = text.split(COLOUR)
  if (pieces.length === 1) return showControls(stripVTControlCharacters(text))
  const cleaned = pieces.map((piece, index) =>
    index % 2 === 1 ? piece : showControls(stripVTControlCharacters(piece)),
  )
  return `${cleaned.join('')}\x1b[0m`
}

/** Unicode has a picture for each: ␀ for NUL, ␇ for the bell. */
function showControls(text: string): string {
  return text.replace(CONTROL, (character) =>
    character === '\x7f' ? '␡' : String.fromCharCode(0x2400 + character.charCodeAt(0)),
  )
}
