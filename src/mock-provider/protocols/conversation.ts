/** The messages of a request in words that all protocols share; tool calls must be followed by their results. */

export interface Turn {
  readonly role: 'system' | 'user' | 'assistant'
  /** What is said in it, with inputs and results of tools. */
  readonly text: string
  /** The tool calls made in it; by id, for Gemini by name. */
  readonly calls?: readonly string[]
  /** The tool calls whose results it has. */
  readonly results?: readonly string[]
}

export interface Conversation {
  readonly instructions: string
  readonly prompt: string
  readonly question: string
  readonly toolResults: number
}

export function readConversation(turns: readonly Turn[]): Conversation {
  const isInstruction = ({ role }: Turn) => role === 'system'
  const join = (part: readonly Turn[]) => part.map(({ text }) => text).join('\n\n')
  return {
    instructions: join(turns.filter(isInstruction)),
    prompt: join(turns.filter((turn) => !isInstruction(turn))),
    question: join(turns.slice(-1)),
    toolResults: turns.flatMap(({ results = [] }) => results).length,
  }
}

/** A model that has just got a tool's result continues with it, whatever the request forces. */
export function endsWithResult(turns: readonly Turn[]): boolean {
  return (turns.at(-1)?.results ?? []).length > 0
}

/** The first call without a result, or result without a call, by its id. */
export function toolProblem(
  turns: readonly Turn[],
): { readonly kind: 'no-call' | 'no-result'; readonly id: string } | undefined {
  const open = new Set<string>()
  for (const { role, calls = [], results = [] } of turns) {
    for (const id of results) if (!open.delete(id)) return { kind: 'no-call', id }
    const [id] = open
    if (role === 'user' && results.length === 0 && id !== undefined)
      return { kind: 'no-result', id }
    for (const call of calls) open.add(call)
  }
  const [id] = open
  return id === undefined ? undefined : { kind: 'no-result', id }
}
