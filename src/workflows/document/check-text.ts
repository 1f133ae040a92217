/** What can be found in any document without knowing what it is about. */
import { deepLine, MOST_LINES, MOST_NESTED, readMarkdown } from './markdown.ts'
import { MOST_CHARACTERS } from './untrusted.ts'

const PLACEHOLDER = /\b(TODO|TBD|FIXME)\b|\[(…|\.\.\.)\]|<!--/
const VAGUE =
  /works? (as expected|correctly|properly|fine)|verify (that )?it works|\bappropriate(ly)?\b|as documented|should be (ok|fine|correct)|behaves? correctly|successfully$/i
/** A value that can be compared makes a vague word harmless: a number, code, a quote, a symbol. */
const CONCRETE = /\d|`[^`]+`|"[^"]+"|[<>=]|\bnull\b|\btrue\b|\bfalse\b/

/** All sections, each once, in the order of the template. `order` has them as they appear. */
export function checkSections(
  order: readonly string[],
  wanted: readonly { readonly name: string; readonly heading: string }[],
): string[] {
  const found = order.filter(isFirst)
  const missing = wanted.filter(({ name }) => !found.includes(name))
  const twice = order.filter((name, index) => order.indexOf(name) !== index).filter(isFirst)
  const expected = wanted.map(({ name }) => name).filter((name) => found.includes(name))
  const isOrdered = expected.every((name, index) => found[index] === name)
  return [
    ...missing.map(({ heading }) => `Section "${heading}" is missing.`),
    ...twice.map((name) => `Section ${name} appears more than once.`),
    ...(isOrdered ? [] : ['The sections are not in the order of the template.']),
  ]
}

/** `about` is the input's own text: what it speaks of is no placeholder. */
export function checkPlaceholders(markdown: string, about: string): string[] {
  return readMarkdown(markdown)
    .lines.map(({ text, code }, index) => ({ text, code, number: index + 1 }))
    .filter(({ text, code }) => !code && isPlaceholder(text.replace(/`[^`]*`/g, ''), about))
    .map(({ text, number }) => `Line ${number} has a placeholder: "${text.trim().slice(0, 60)}".`)
}

/** A reviewer must see all of it, and so must the next reader. */
export function checkSize(markdown: string): string[] {
  const { length } = markdown
  const lines = markdown.split('\n').length
  const deep = deepLine(markdown)
  return [
    ...(length <= MOST_CHARACTERS
      ? []
      : [`The document has ${length} characters; ${MOST_CHARACTERS} are the most.`]),
    ...(lines <= MOST_LINES
      ? []
      : [`The document has ${lines} lines; ${MOST_LINES} are the most.`]),
    ...(deep === undefined
      ? []
      : [`Line ${deep} is in more than ${MOST_NESTED} lists and quotes.`]),
  ]
}

/** Words that say that something is well without saying what is seen. */
export function isVague(text: string): boolean {
  return VAGUE.test(text) && !CONCRETE.test(text)
}

function isPlaceholder(text: string, about: string): boolean {
  const word = PLACEHOLDER.exec(text)?.[0]
  return word !== undefined && !about.includes(word)
}

function isFirst<T>(value: T, index: number, all: readonly T[]): boolean {
  return all.indexOf(value) === index
}
