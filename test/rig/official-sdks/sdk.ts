/** What the tests ask of a provider's official SDK. */

export interface Sdk {
  say(prompt: string): Promise<{ text: string; model: string | undefined; tokens: number[] }>
  /** The pieces of a streamed text. */
  stream(prompt: string): Promise<string[]>
  /** The answer to a JSON schema. */
  fill(schema: Schema): Promise<unknown>
  /** Forces a call of the tool, sends its result back, and returns both answers. */
  useTool(tool: ToolUse): Promise<{ name: string; input: unknown; answer: string }>
  models(): Promise<string[]>
  model(id: string): Promise<string>
  count(prompt: string): Promise<number>
}

export type Schema = Record<string, unknown> & { type: 'object' }

interface ToolUse {
  readonly name: string
  readonly schema: Schema
  readonly result: string
  readonly isStreamed: boolean
}

export const QUESTION = 'How is the weather in Paris?'

/** All values of a list that may come in pages or pieces. */
export async function all<Value>(list: AsyncIterable<Value>): Promise<Value[]> {
  const values: Value[] = []
  for await (const value of list) values.push(value)
  return values
}
