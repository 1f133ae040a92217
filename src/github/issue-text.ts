/** What the text of an issue on GitHub says besides itself: whose it is, and what it waits for. */
import { readFrontMatter } from '../authoring/front-matter.ts'

const MARKER = /[ \t]*<!-- agentos:issue brief=(\S+) input=(\S+) -->[ \t]*/
const DEPENDS =
  /^[ \t]*(?:[-*][ \t]+)?depends on:?[ \t]+(#\d+(?:(?:[ \t]*,|[ \t]+and)?[ \t]*#\d+)*)/gim

/** An issue that we have filed says from which brief; nobody sees it but who reads the source. */
export interface Marker {
  readonly brief: string
  readonly inputHash: string
}

export function withMarker(body: string, { brief, inputHash }: Marker): string {
  return `${body.trim()}\n\n<!-- agentos:issue brief=${encodeURIComponent(brief)} input=${inputHash} -->\n`
}

export function markerIn(body: string): Marker | undefined {
  const [, brief, inputHash] = MARKER.exec(body) ?? []
  if (brief === undefined || inputHash === undefined) return undefined
  try {
    return { brief: decodeURIComponent(brief), inputHash }
  } catch {
    return undefined // written by somebody else
  }
}

export interface IssueText {
  readonly body: string
  readonly dependsOn: readonly string[]
}

/** As a file in `issues/` is read: front matter is optional, and one that is no YAML is text. */
export function readIssueText(text: string, own: string): IssueText {
  const plain = plainText(text)
  const { data, body } = readFrontMatter(plain)
  const said = data.depends_on ?? []
  const inFront = (Array.isArray(said) ? said : [said]).map(String)
  const inLines = [...body.matchAll(DEPENDS)].flatMap(([, list = '']) => list.match(/\d+/g) ?? [])
  const numbers = [...inFront, ...inLines].map((id) => id.replace(/^#|^LLD-/, ''))
  const others = numbers.filter((number) => /^\d{1,10}$/.test(number) && number !== own)
  return { body, dependsOn: [...new Set(others)] }
}

/** Without the marker, and with line ends as everywhere else. */
export function plainText(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(MARKER, '').trim()
}
