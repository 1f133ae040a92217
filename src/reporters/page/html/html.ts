/** Escapes foreign text for HTML. */
import { cleanText, cleanWords } from '../../screen/clean-text.ts'
import type { Link } from '../page-data.ts'

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** For elements and attributes in quotes. */
export function escaped(text: string): string {
  return withEntities(cleanWords(text))
}

/** A line in which blanks and carriage returns count, also at its end. */
export function escapedLine(line: string): string {
  const text = `${line.replaceAll('\r', '␍')}\n`
  return withEntities(cleanText(text, { colour: false, overwritten: 'kept' }).slice(0, -1))
}

function withEntities(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')
}

export function anchor([words, address]: Link): string {
  return `<a href="${escaped(address)}">${escaped(words)}</a>`
}

/** JSON for a script element: nothing in it can end the element or begin a comment. */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** On one line, harmless, and shortened. */
export function shortened(text: string, most: number): string {
  const words = cleanWords(text)
  return words.length > most ? `${words.slice(0, most - 1).trimEnd()}…` : words
}
