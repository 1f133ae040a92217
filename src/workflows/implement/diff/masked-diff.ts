/** A diff without what looks like a secret, and where that was: who reviews it must know what is not seen. */
import { type Masked, maskSecrets } from '../../../model/secrets/secret-file.ts'

export interface MaskedDiff {
  readonly text: string
  /** Where something is masked, such as `src/a.js, line 12`, of a removed line as it was. */
  readonly masked: readonly string[]
}

export function maskedDiff(diff: string): MaskedDiff {
  const { text, lines } = maskSecrets(diff)
  return { text, masked: placesOf(diff, new Set(lines)) }
}

/** The lines of a file of which something is masked, in words; none if nothing is. */
export function maskedWords(path: string, { lines }: Masked): string {
  if (lines.length === 0) return ''
  const which = `${lines.length === 1 ? 'line' : 'lines'} ${lines.join(', ')}`
  return `\n\nMasked in ${path}, for it looks like a secret: a part of ${which}.`
}

/** Hunks say how long they are, so that no line in one can pass for the head of another file. */
function placesOf(diff: string, masked: ReadonlySet<number>): string[] {
  const places: string[] = []
  let path = ''
  let old = { line: 0, left: 0 }
  let now = { line: 0, left: 0 }
  for (const [index, line] of diff.split('\n').entries()) {
    const isInside = old.left > 0 || now.left > 0
    const isRemoved = isInside && line.startsWith('-')
    if (masked.has(index + 1))
      places.push(`${path}, line ${isRemoved ? `${old.line} as it was` : now.line}`)
    if (!isInside) {
      path = /^(?:\+\+\+ "?b|--- "?a)\/(.*?)"?\t?$/.exec(line)?.[1] ?? path
      const hunk = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(line)
      if (hunk === null) continue
      old = { line: Number(hunk[1]), left: Number(hunk[2] ?? 1) }
      now = { line: Number(hunk[3]), left: Number(hunk[4] ?? 1) }
    } else if (line.startsWith('\\'))
      continue // no newline at the end of the file
    else {
      if (!line.startsWith('+')) old = { line: old.line + 1, left: old.left - 1 }
      if (!isRemoved) now = { line: now.line + 1, left: now.left - 1 }
    }
  }
  return places
}
