/**
 * Foreign output made harmless, in one pass over each line: cursor moves, titles and bells are removed, other
 * control characters are shown as pictures. So are those that change the direction of text, which would hide its
 * real order.
 */

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this is about
const CONTROL = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]/

/**
 * An escape sequence: a control sequence; a title, a link and the like up to a bell or `ESC \`, of which only the
 * start goes if it has no end; any other. Bounded, so that many without an end do not cost their square.
 */
const ESCAPE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the same
  /\x1b(?:\[[\x20-\x3f]*.?|[\]P^_X](?:[^\x07\x1b]{0,4095}(?:\x07|\x1b\\))?|.?)/
const CLEANED = new RegExp(`${ESCAPE.source}|${CONTROL.source}`, 'gs')

export interface Cleaning {
  /** Keep colours; every other escape goes. */
  readonly colour: boolean
  /** Of a line that overwrote itself with `\r`: the last state, or all of them. */
  readonly overwritten: 'dropped' | 'kept'
}

/** Takes and gives whole lines with their newlines. */
export function cleanText(text: string, cleaning: Cleaning): string {
  if (!CONTROL.test(text)) return text
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
  let hasColour = false
  const cleaned = text.replace(CLEANED, (found) => {
    if (!found.startsWith('\x1b')) return picture(found)
    if (!colour || found[1] !== '[' || !found.endsWith('m')) return ''
    hasColour = true
    return found
  })
  return hasColour ? `${cleaned}\x1b[0m` : cleaned
}

/** Unicode has a picture for most: ␀ for NUL, ␇ for the bell. */
function picture(control: string): string {
  const code = control.charCodeAt(0)
  if (code === 0x7f) return '␡'
  if (code > 0xff) return `<U+${code.toString(16).toUpperCase()}>`
  return code < 0x20 ? String.fromCharCode(0x2400 + code) : `<${code.toString(16)}>`
}
