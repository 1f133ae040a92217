/**
 * Foreign output made harmless, in one pass over each line: no cursor moves, titles or bells; what
 * remains of control characters is shown, not obeyed. So are those that turn the direction of text: with them
 * a line reads otherwise than it is.
 */

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this is about
const NEEDS_CLEANING = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]/
// biome-ignore lint/suspicious/noControlCharactersInRegex: the same
const CONTROL = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g
const ESCAPE = '\x1b'
const BELL = '\x07'

export interface Cleaning {
  /** Keep colours; every other escape goes. */
  readonly colour: boolean
  /** Of a line that overwrote itself with `\r`: what was seen at the end, or everything. */
  readonly overwritten: 'dropped' | 'kept'
}

/** Takes and gives whole lines with their newlines. */
export function cleanText(text: string, cleaning: Cleaning): string {
  if (!NEEDS_CLEANING.test(text)) return text
  return text
    .slice(0, -1)
    .split('\n')
    .map((line) => `${cleanLine(line, cleaning)}\n`)
    .join('')
}

/** A piece of foreign text that must stay on one line. */
export function cleanWords(text: string): string {
  return cleanText(`${text.replaceAll('\n', ' ')}\n`, { colour: false, overwritten: 'kept' })
    .trimEnd()
    .replaceAll('\n', ' ')
}

function cleanLine(line: string, { colour, overwritten }: Cleaning): string {
  const parts = line.split('\r').filter((part) => part !== '')
  const kept = overwritten === 'kept' ? parts : parts.slice(-1)
  return kept.map((part) => cleanPart(part, colour)).join('\n')
}

function cleanPart(text: string, colour: boolean): string {
  let cleaned = ''
  let hasColour = false
  for (let at = 0; at < text.length; ) {
    const start = text.indexOf(ESCAPE, at)
    cleaned += showControls(text.slice(at, start === -1 ? text.length : start))
    if (start === -1) break
    const end = escapeEnd(text, start)
    const sequence = text.slice(start, end)
    if (colour && isColour(sequence)) {
      cleaned += sequence
      hasColour = true
    }
    at = end
  }
  return hasColour ? `${cleaned}\x1b[0m` : cleaned
}

/** Where an escape sequence that begins at `start` is over; never further than the text. */
function escapeEnd(text: string, start: number): number {
  const kind = text[start + 1]
  if (kind === '[') return controlSequenceEnd(text, start + 2)
  // A title, a link and the like run to a bell or `ESC \`; unterminated, only their start goes.
  if (kind === ']' || kind === 'P' || kind === '^' || kind === '_' || kind === 'X') {
    return stringEnd(text, start + 2) ?? start + 2
  }
  return kind === undefined ? start + 1 : start + 2
}

function controlSequenceEnd(text: string, from: number): number {
  let at = from
  while (at < text.length && text.charCodeAt(at) >= 0x20 && text.charCodeAt(at) <= 0x3f) at += 1
  return Math.min(at + 1, text.length)
}

/** Bounded, so that many unterminated ones in a line do not cost their square. */
const LONGEST_STRING = 4_096

function stringEnd(text: string, from: number): number | undefined {
  const last = Math.min(text.length, from + LONGEST_STRING)
  for (let at = from; at < last; at++) {
    const character = text[at]
    if (character === BELL) return at + 1
    if (character === ESCAPE) return text[at + 1] === '\\' ? at + 2 : undefined
  }
  return undefined
}

function isColour(sequence: string): boolean {
  return sequence[1] === '[' && sequence.endsWith('m')
}

/** Unicode has a picture for most: ␀ for NUL, ␇ for the bell. */
function showControls(text: string): string {
  return text.replace(CONTROL, (character) => {
    const code = character.charCodeAt(0)
    if (code === 0x7f) return '␡'
    if (code > 0xff) return `<U+${code.toString(16).toUpperCase()}>`
    return code < 0x20 ? String.fromCharCode(0x2400 + code) : `<${code.toString(16)}>`
  })
}
