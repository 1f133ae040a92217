/** What can be found in any document without knowing what it is about. */
import { deepLine, MOST_LINES, MOST_NESTED, readMarkdown } from './markdown.ts'
import { type Sectioned, sectionStates, type TemplateSection } from './sections.ts'
import { MOST_CHARACTERS } from './untrusted.ts'

const PLACEHOLDER = /\b(TODO|TBD|FIXME)\b|\[(…|\.\.\.)\]|<!--/
const VAGUE =
  /works? (as expected|correctly|properly|fine)|verify (that )?it works|\bappropriate(ly)?\b|as documented|should be (ok|fine|correct)|behaves? correctly|successfully$/i
/** A value that can be compared makes a vague word harmless: a number, code, a quote, a symbol. */
const CONCRETE = /\d|`[^`]+`|"[^"]+"|[<>=]|\bnull\b|\btrue\b|\bfalse\b/

/** `about` is the input's own text: what it speaks of is no placeholder. */
export function checkText(
  markdown: string,
  {
    document,
    template,
    about,
  }: {
    readonly document: Sectioned
    readonly template: readonly TemplateSection[]
    readonly about: string
  },
): string[] {
  const empty = [...sectionStates(document)].filter(([, { isEmpty }]) => isEmpty)
  const isFirst = document.title === undefined || markdown.trimStart().startsWith('# ')
  return [
    ...checkSections(document.order, template),
    ...empty.map(([name]) => `Section ${name} is empty.`),
    ...((document.title ?? '') === '' ? ['The document has no title line.'] : []),
    ...(isFirst ? [] : ['The title line must come first.']),
    ...checkPlaceholders(markdown, about),
    ...checkSize(markdown),
  ]
}

/** All sections, each once, in the order of the template. `order` has them as they appear. */
function checkSections(order: readonly string[], template: readonly TemplateSection[]): string[] {
  const found = [...new Set(order)]
  const missing = template.filter(({ name }) => !found.includes(name))
  const expected = template.map(({ name }) => name).filter((name) => found.includes(name))
  const isOrdered = expected.every((name, index) => found[index] === name)
  return [
    ...missing.map(({ heading }) => `Section "${heading}" is missing.`),
    ...repeated(order).map((name) => `Section ${name} appears more than once.`),
    ...(isOrdered ? [] : ['The sections are not in the order of the template.']),
  ]
}

/** What is there more than once, each once. */
export function repeated<T>(values: readonly T[]): T[] {
  return [...new Set(values.filter((value, index) => values.indexOf(value) !== index))]
}

function checkPlaceholders(markdown: string, about: string): string[] {
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
