/**
 * Places that the designer has asked to read, handed on to the coder: a line each in the front matter of the design, such as
 * `src/list.js`, `src/list.js:10-40` or `symbol Task.run`.
 */
import type { ContextRequests, NotShown } from '../../../model/context.ts'

export type Places = Pick<ContextRequests, 'files' | 'symbols'>

/** Of each kind; as many as are answered at once. */
const MOST = 20
const LINES = /^(.+):(\d+)-(\d*)$/
const SYMBOL = /^symbol (.+)$/

/** `refused`: those without an answer. */
export function placesAsked({ files, symbols }: Places, refused: readonly NotShown[]): string[] {
  const isKept = (what: string) =>
    !what.includes('\n') && refused.every((request) => request.what !== what)
  const paths = files.filter(({ path }) => isKept(path)).map(placeOf)
  const names = symbols.filter(isKept).map((name) => `symbol ${name}`)
  return [...new Set(paths)].slice(0, MOST).concat([...new Set(names)].slice(0, MOST))
}

function placeOf({ path, from, to }: Places['files'][number]): string {
  const plain = path.replace(/^\.\//, '')
  return from === null && to === null ? plain : `${plain}:${from ?? 1}-${to ?? ''}`
}

/** What the front matter of a design says; nothing, where it is anything else. */
export function readPlaces(value: unknown): Places {
  const lines = Array.isArray(value) ? value.filter((line) => typeof line === 'string') : []
  return {
    files: lines.filter((line) => !SYMBOL.test(line)).map(readPlace),
    symbols: lines.flatMap((line) => SYMBOL.exec(line)?.[1] ?? []),
  }
}

function readPlace(line: string): Places['files'][number] {
  const [, path = line, from, to = ''] = LINES.exec(line) ?? []
  if (from === undefined) return { path, from: null, to: null }
  return { path, from: Number(from), to: to === '' ? null : Number(to) }
}
