/** The line in a prompt that says which piece of work a call belongs to. */
export interface Marker {
  /** Such as `lld.draft`. */
  readonly task: string
  readonly item: string
  readonly round: number
}

const LINE = /^[ \t]*<!-- agentos task=([\w.-]+) item=([\w-]+) round=(\d+) -->[ \t\r]*$/m

/** The first marker of a text; documents quoted further down may contain others. */
export function readMarker(text: string): Marker | undefined {
  const [, task, item, round] = LINE.exec(text) ?? []
  if (task === undefined || item === undefined) return undefined
  return { task, item, round: Number(round) }
}

export function markerOf(call: {
  readonly question: string
  readonly instructions: string
}): Marker | undefined {
  return readMarker(call.question) ?? readMarker(call.instructions)
}
