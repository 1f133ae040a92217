export interface Part {
  readonly text: string
  readonly isCode: boolean
}

/**
 * A line of Markdown as code spans, backticks included, and what is between them. A span ends at the
 * next run of exactly as many backticks. Takes linear time: each run is looked up once.
 */
export function splitCodeSpans(line: string): Part[] {
  const runs = runsOfBackticks(line)
  const parts: Part[] = []
  let from = 0
  let at = 0
  while (at < line.length) {
    if (line[at] === '\\') {
      at += 2
    } else if (line[at] !== '`') {
      at += 1
    } else {
      const length = runLength(line, at)
      const end = nextRun(runs.get(length), at + length)
      if (end === undefined) {
        at += length
      } else {
        parts.push({ text: line.slice(from, at), isCode: false })
        parts.push({ text: line.slice(at, end + length), isCode: true })
        at = end + length
        from = at
      }
    }
  }
  parts.push({ text: line.slice(from), isCode: false })
  return parts.filter(({ text }) => text !== '')
}

/** Where the runs of each length begin, the first at the end. */
function runsOfBackticks(line: string): Map<number, number[]> {
  const runs = new Map<number, number[]>()
  for (const { 0: run, index } of line.matchAll(/`+/g)) {
    const starts = runs.get(run.length)
    if (starts === undefined) runs.set(run.length, [index])
    else starts.push(index)
  }
  for (const starts of runs.values()) starts.reverse()
  return runs
}

function nextRun(starts: number[] | undefined, from: number): number | undefined {
  while (starts !== undefined && (starts.at(-1) ?? from) < from) starts.pop()
  return starts?.at(-1)
}

function runLength(line: string, at: number): number {
  let end = at
  while (line[end] === '`') end += 1
  return end - at
}
