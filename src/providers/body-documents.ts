/**
 * The JSON documents of a response body: a single one, the members of an array, or the events of a
 * stream.
 */
export type Document = Readonly<Record<string, unknown>>

/** Of a body that breaks off, only so much is read; nothing that matters comes later. */
const MOST_TO_REPAIR = 64_000
const REPAIR_TRIES = 20

export function documentsOf(body: string): Document[] {
  return isStream(body) ? eventsOf(body) : [parse(body)].flat().filter(isDocument)
}

/** Server-sent events; a page of a proxy is taken for a stream without any. */
export function isStream(body: string): boolean {
  return !/^\s*[{[]/.test(body)
}

/** The same of a refusal: if it breaks off, what it says until then still counts. */
export function repairedDocumentsOf(body: string): Document[] {
  const whole = documentsOf(body)
  return whole.length > 0 ? whole : [repaired(body.trim())].flat().filter(isDocument)
}

export function isDocument(value: unknown): value is Document {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A member that is an object; an empty one if it is anything else. */
export function objectAt(document: Document, key: string): Document {
  const value = document[key]
  return isDocument(value) ? value : {}
}

export function objectsAt(document: Document, key: string): Document[] {
  const value = document[key]
  return Array.isArray(value) ? value.filter(isDocument) : []
}

/** The `data:` lines of server-sent events; `[DONE]` and the like are no documents. */
function eventsOf(text: string): Document[] {
  return text
    .split(/\r\n|\n|\r/)
    .filter((line) => line.startsWith('data:'))
    .map((line) => parse(line.slice('data:'.length)))
    .filter(isDocument)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // what is no JSON says nothing
  }
}

function repaired(text: string): unknown {
  if (!/^[{[]/.test(text)) return undefined
  let rest = text.slice(0, MOST_TO_REPAIR)
  for (let tries = 0; tries < REPAIR_TRIES && rest !== ''; tries += 1) {
    const value = parse(closed(rest))
    if (value !== undefined) return value
    rest = rest.slice(0, Math.max(0, rest.lastIndexOf(',')))
  }
  return undefined
}

/** The text with every string, list and object closed that it leaves open. */
function closed(text: string): string {
  const open: string[] = []
  let inString = false
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index]
    if (inString && character === '\\') index += 1
    else if (character === '"') inString = !inString
    else if (inString) continue
    else if (character === '{') open.push('}')
    else if (character === '[') open.push(']')
    else if (character === '}' || character === ']') open.pop()
  }
  const whole = inString ? `${text.replace(/\\(u[\da-f]{0,3})?$/i, '')}"` : text
  return whole + open.reverse().join('')
}
