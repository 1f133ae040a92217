/** One thing that `agentos doctor` has looked at. */
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
  return [...lines, '', `${count('ok')} ok, ${count('warn')} to look at, ${count('fail')} to mend.`]
}
