import { UsageError } from '../../model/usage-error.ts'
import { plural } from '../../reporters/words/words.ts'

/** One check of `agentos doctor`. */
export interface Check {
  readonly name: string
  readonly status: 'ok' | 'warn' | 'fail'
  readonly detail: string
  /** What to do about it. */
  readonly remedy?: string
}

/** The results that a check of this name can have. */
export function checkOf(name: string) {
  return {
    ok: (detail: string): Check => ({ name, status: 'ok', detail }),
    warn: (detail: string, remedy: string): Check => ({ name, status: 'warn', detail, remedy }),
    fail: (detail: string, remedy: string): Check => ({ name, status: 'fail', detail, remedy }),
    /** By what a run would be refused with; other errors are thrown. */
    refused(error: unknown, remedy = 'Fix it: no run starts until then.'): Check {
      if (!(error instanceof UsageError)) throw error
      return { name, status: 'fail', detail: error.message, remedy: error.hint ?? remedy }
    },
  }
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
