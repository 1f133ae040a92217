/** What the text of an issue on GitHub says besides itself: whose it is, and what it waits for. */
import { readFrontMatter } from '../authoring/front-matter.ts'
import type { Issue } from '../model/issue.ts'

const MARKER = /^<!-- agentos:issue brief=([^\s<>]+) input=([^\s<>]+) -->$/
const LIKE_MARKER = /<!--\s*agentos:issue\b[^<>]*-->/g
const DEPENDS =
  /^[ \t]*(?:[-*][ \t]+)?depends on:?[ \t]+(#\d+(?:(?:[ \t]*,|[ \t]+and)?[ \t]*#\d+)*)/gim

/** An issue that we have filed says from which brief, in its last line; only its source shows that. */
export interface Marker {
  readonly brief: string
  readonly inputHash: string
}

/** The text with this marker and no other, whatever a brief or a model has written into it. */
export function withMarker(body: string, { brief, inputHash }: Marker): string {
  return `${withoutMarkers(body).trim()}\n\n<!-- agentos:issue brief=${encodeURIComponent(brief)} input=${inputHash} -->\n`
}

export function markerIn(body: string): Marker | undefined {
  const [lastLine = ''] = body.trim().split('\n').slice(-1)
  const [, brief, inputHash] = MARKER.exec(lastLine) ?? []
  if (brief === undefined || inputHash === undefined) return undefined
  try {
    return { brief: decodeURIComponent(brief), inputHash }
  } catch {
    return undefined // not one of ours
  }
}

/** As a file in `issues/` is read: front matter is optional, and one that is no YAML is text. */
export function readIssueText(text: string, own: string): Pick<Issue, 'body' | 'dependsOn'> {
  const plain = plainText(text)
  const { data, body } = readFrontMatter(plain)
  const said = data.depends_on ?? []
  const inFront = (Array.isArray(said) ? said : [said]).map(String)
  const inLines = [...body.matchAll(DEPENDS)].flatMap(([, list = '']) => list.match(/\d+/g) ?? [])
  const numbers = [...inFront, ...inLines].map((id) => id.replace(/^#|^LLD-/, ''))
  const others = numbers.filter((number) => /^\d{1,10}$/.test(number) && number !== own)
  return { body, dependsOn: [...new Set(others)] }
}

/** What GitHub allows. */
const MOST_TITLE = 256

export function titleOf({ title }: { readonly title: string }): string {
  return title.replace(/\s+/g, ' ').trim().slice(0, MOST_TITLE)
}

/** Without markers, and with line ends as everywhere else. */
export function plainText(text: string): string {
  return withoutMarkers(text.replaceAll('\r\n', '\n')).trim()
}

/** Taking one away may leave another behind that was written around it. */
function withoutMarkers(text: string): string {
  const less = text.replace(LIKE_MARKER, '')
  return less === text ? text : withoutMarkers(less)
}
