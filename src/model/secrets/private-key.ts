/**
 * Private keys in PEM text, as ranges that may be masked. The text may be a diff, in which any line may be a
 * model's: a line after the header is masked only if it is nothing but base64, so that no header in a
 * comment can hide code. Headers, quotes, comment marks and diff marks stay in view.
 */

export interface Span {
  readonly from: number
  readonly to: number
}

const HEADER = /-----BEGIN (?:[A-Z]{1,20} ){0,4}PRIVATE KEY(?: BLOCK)?-----/g
/** What the last line of base64 stands before: the end, or the checksum of PGP. */
const ENDING = /-----END [A-Z ]{1,60}-----|^[+\- ]?=/
const MOST_INLINE = 20_000
/** Behind a header on the same line, as JSON and `.env` files have it: line breaks are escaped. */
const INLINE = /^(?:\\[nr]|[A-Za-z0-9+/=]){8,}/
const BEFORE = '^[+\\- ]?[ \\t]*(?:#|\\*|//)?[ \\t]*["\'`]?'
const AFTER = '(?:\\\\[nr])*["\'`]?[ \\t]*[+,.;)\\\\]{0,3}\\r?$'
/** `Proc-Type: 4,ENCRYPTED`, the empty line after such lines, and the checksum of PGP. */
const BETWEEN = new RegExp(`${BEFORE}(?:[A-Za-z-]{1,30}: .{0,200}|=[A-Za-z0-9+/]{4})?${AFTER}`)
const FULL = new RegExp(`${BEFORE}([A-Za-z0-9+/]{40,200}={0,2})${AFTER}`, 'd')
/** The last line is shorter. A word of a programming language is not taken for one. */
const LAST = new RegExp(`${BEFORE}((?![a-z]+["'\`]?\\r?$)[A-Za-z0-9+/]{1,200}={0,2})${AFTER}`, 'd')

/** Where the base64 of private keys is. */
export function privateKeys(text: string): Span[] {
  const spans: Span[] = []
  let readTo = 0
  for (const { 0: header, index } of text.matchAll(HEADER)) {
    const from = index + header.length
    const [inline = ''] = INLINE.exec(text.slice(from, from + MOST_INLINE)) ?? []
    if (inline !== '') spans.push({ from, to: from + inline.length })
    if (from < readTo) continue
    const body = bodyAfter(text, from)
    spans.push(...body.spans)
    readTo = body.end
  }
  return spans
}

/** The lines of base64 that follow the line at a place, and where they end. */
function bodyAfter(text: string, place: number): { readonly spans: Span[]; readonly end: number } {
  const spans: Span[] = []
  let at = nextLine(text, place)
  while (at < text.length) {
    const next = nextLine(text, at)
    const line = text.slice(at, next).replace(/\n$/, '')
    const isLast = spans.length > 0 && ENDING.test(text.slice(next, nextLine(text, next)))
    const found = FULL.exec(line) ?? (isLast ? LAST.exec(line) : null)
    const [from = 0, to = 0] = found?.indices?.[1] ?? []
    if (found !== null) spans.push({ from: at + from, to: at + to })
    else if (!BETWEEN.test(line)) break
    at = next
  }
  return { spans, end: at }
}

function nextLine(text: string, from: number): number {
  const end = text.indexOf('\n', from)
  return end === -1 ? text.length : end + 1
}
