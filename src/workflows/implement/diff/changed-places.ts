/** Where a diff has changed files, by lines of the files as they were before. */
interface Place {
  readonly path: string
  readonly line: number
}

/** The first and the last line of each hunk. New files have no lines before. */
export function changedPlaces(diff: string): Place[] {
  const places: Place[] = []
  let path: string | undefined
  // Within a hunk, a removed line of `-- a/…` looks like the name of a file.
  let left = { before: 0, after: 0 }
  for (const line of diff.split('\n')) {
    if (left.before > 0 || left.after > 0) {
      if (!line.startsWith('+')) left = { ...left, before: left.before - 1 }
      if (!line.startsWith('-')) left = { ...left, after: left.after - 1 }
      continue
    }
    if (line.startsWith('--- ')) path = /^--- a\/(.+?)\t?$/.exec(line)?.[1]
    const hunk = /^@@ -(\d+)(?:,(\d+))? \+\d+(?:,(\d+))? @@/.exec(line)
    if (hunk === null) continue
    const [from, before, after] = [hunk[1], hunk[2] ?? 1, hunk[3] ?? 1].map(Number)
    if (from === undefined || before === undefined || after === undefined) continue
    left = { before, after }
    if (path === undefined) continue
    const ends = new Set([Math.max(1, from), from + Math.max(0, before - 1)])
    for (const line of ends) places.push({ path, line })
  }
  return places
}
