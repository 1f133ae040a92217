import { parse, stringify, YAMLParseError } from 'yaml'

export interface WithFrontMatter {
  readonly data: Readonly<Record<string, unknown>>
  readonly body: string
}

export interface ReadFrontMatter extends WithFrontMatter {
  /** What was meant as front matter but is no YAML, and is therefore in the body. */
  readonly problem?: { readonly line: number; readonly message: string }
}

const FRONT_MATTER = /^\uFEFF?---\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/
/** What begins like a table was meant as one; other text between two rules is text. */
const KEY = /^\s*[A-Za-z_][\w-]*:(\s|$)/

/** Splits a document from the YAML in front of it. Front matter that is no table counts as text. */
export function readFrontMatter(text: string): ReadFrontMatter {
  const match = FRONT_MATTER.exec(text)
  if (match === null) return { data: {}, body: text.replace(/^\uFEFF/, '') }
  const yaml = match[1] ?? ''
  try {
    const data: unknown = parse(yaml)
    const isTable = typeof data === 'object' && data !== null && !Array.isArray(data)
    if (!isTable) return { data: {}, body: text } // a document may begin with a rule
    const body = text.slice(match[0].length).replace(/^\r?\n/, '')
    return { data: data as Record<string, unknown>, body }
  } catch (error) {
    const problem = KEY.test(yaml) ? problemOf(error) : undefined
    return { data: {}, body: text, ...(problem === undefined ? {} : { problem }) }
  }
}

export function writeFrontMatter({ data, body }: WithFrontMatter): string {
  return `---\n${stringify(data, { lineWidth: 0 })}---\n\n${body}`
}

/** The line in the document, which has one more in front, and the reason without the place. */
function problemOf(error: unknown): ReadFrontMatter['problem'] {
  const position = error instanceof YAMLParseError ? error.linePos?.[0].line : undefined
  const [reason = ''] = String(error instanceof Error ? error.message : error).split('\n')
  const message = reason.replace(/ at line \d+, column \d+:?$/, '')
  return { line: (position ?? 1) + 1, message }
}
