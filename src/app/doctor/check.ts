import { plural } from '../../reporters/words/words.ts'

/** One check of `agentos doctor`. */
export interface Check {
  readonly name: string
  readonly status: 'ok' | 'warn' | 'fail'
  readonly detail: string
  /** What to do about it. */
  readonly remedy?: string
}

export function checkLines(checks: readonly Check[]): string[] {
  const width = Math.max(...checks.map(({ name }) => name.length))
  const lines = checks.flatMap(({ name, status, detail, remedy }) => {
    const line = `${status.padEnd(4)}  ${name.padEnd(width)}  ${detail}`
    return remedy === undefined ? [line] : [line, `${' '.repeat(width + 8)}${remedy}`]
  })
  const count = (status: Check['status']) =>
    checks.filter((check) => check.status === status).length
  return [
    ...lines,
    '',
    `${count('ok')} ok, ${plural(count('warn'), 'warning')}, ${plural(count('fail'), 'error')}.`,
  ]
}
