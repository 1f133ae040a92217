import type { Remark } from '../../model/remark.ts'

const MOST_SHOWN = 10

/** A line each, up to a bound: a folder may hold hundreds of files that are no items. */
export function remarkLines(remarks: readonly Remark[]): string[] {
  const lines = remarks.map(({ path, text }) => (path === undefined ? text : `${path}: ${text}`))
  const shown = lines.slice(0, MOST_SHOWN).map((line) => `Warning: ${line}.`)
  const more = lines.length - MOST_SHOWN
  return more > 0 ? [...shown, `Warning: ${more} more files are like that.`] : shown
}
