import { parse, stringify } from 'yaml'

export interface WithFrontMatter {
  readonly data: Readonly<Record<string, unknown>>
  readonly body: string
}

const FRONT_MATTER = /^\uFEFF?---\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/

/** Splits a document from the YAML in front of it. Front matter that is no table counts as text. */
export function readFrontMatter(text: string): WithFrontMatter {
  const match = FRONT_MATTER.exec(text)
  if (match === null) return { data: {}, body: text.replace(/^\uFEFF/, '') }
  const data = parseTable(match[1] ?? '')
  return data === undefined
    ? { data: {}, body: text }
    : { data, body: text.slice(match[0].length).replace(/^\r?\n/, '') }
}

export function writeFrontMatter({ data, body }: WithFrontMatter): string {
  return `---\n${stringify(data, { lineWidth: 0 })}---\n\n${body}`
}

function parseTable(yaml: string): Record<string, unknown> | undefined {
  try {
    const data: unknown = parse(yaml)
    return typeof data === 'object' && data !== null && !Array.isArray(data)
      ? (data as Record<string, unknown>)
      : undefined
  } catch {
    return undefined // not YAML after all: a document may begin with a rule
  }
}
