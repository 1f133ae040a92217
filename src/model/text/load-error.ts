/** Words for a user's file that could not be imported: where, what, and what to do. */
import { escapePattern } from './escape-pattern.ts'

const HINTS: Readonly<Record<string, string>> = {
  ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX:
    'TypeScript is run by leaving its types out: use a const object or a union of texts instead of an enum.',
  ERR_MODULE_NOT_FOUND: 'Is it installed in this repository, and spelled right?',
  ERR_UNKNOWN_FILE_EXTENSION: 'Name the file .mts.',
}
const COMMON_JS = /Cannot use import statement outside a module|Unexpected token 'export'/

export function loadErrorWords(error: unknown, file: string): { what: string; hint?: string } {
  if (!(error instanceof Error)) return { what: String(error) }
  // The first line of the file in the error's stack.
  const [, line] = new RegExp(`${escapePattern(file)}:(\\d+)`).exec(error.stack ?? '') ?? []
  const what = `${line === undefined ? '' : `line ${line}: `}${error.message.trim()}`
  const code = 'code' in error ? String(error.code) : ''
  const hint = COMMON_JS.test(error.message) ? HINTS.ERR_UNKNOWN_FILE_EXTENSION : HINTS[code]
  return hint === undefined ? { what } : { what, hint }
}
