/** Lines of files that a text names by numbers. */
import type { ContextRequests } from '../../../model/context.ts'

/** Behind a path: `:12`, `:12-20`, `, line 12`, ` (lines 12–20)`, `#L12-L20`. */
const BEHIND =
  /^[`*"']{0,3}(?::|#L|,?\s*\(?(?:at |in )?lines?\s)(\d{1,6})(?:\s?(?:-|–|to|\.\.)\s?L?(\d{1,6}))?/
/** Nobody means more by a number. */
const MOST_LINES = 120

/** `paths`: files that the text names. */
export function namedLines(text: string, paths: readonly string[]): ContextRequests['files'] {
  return paths.flatMap((path) =>
    placesOf(text, path).flatMap((at) => {
      const [, from, to] = BEHIND.exec(text.slice(at + path.length, at + path.length + 60)) ?? []
      if (from === undefined) return []
      const first = Number(from)
      const last = Math.max(first, Number(to ?? from))
      return [{ path, from: first, to: Math.min(last, first + MOST_LINES - 1) }]
    }),
  )
}

function placesOf(text: string, path: string): number[] {
  const places: number[] = []
  for (let at = text.indexOf(path); at !== -1; at = text.indexOf(path, at + 1)) places.push(at)
  return places
}
