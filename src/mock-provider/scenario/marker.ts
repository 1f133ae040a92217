import type { AskedCall } from '../answer.ts'

/** The line in a prompt that says which piece of work a call belongs to. */
export interface Marker {
  /** Such as `lld.draft`. */
  readonly task: string
  readonly item: string
  readonly round: number
}

const LINE = /^[ \t]*<!-- agentos task=([\w.-]+) item=([\w-]+) round=(\d+) -->[ \t\r]*$/m

/** The first marker of a call; documents quoted further down may contain others. */
export function markerOf({
  question,
  instructions,
}: Pick<AskedCall, 'question' | 'instructions'>): Marker | undefined {
  const [, task, item, round] = LINE.exec(question) ?? LINE.exec(instructions) ?? []
  if (task === undefined || item === undefined) return undefined
  return { task, item, round: Number(round) }
}
