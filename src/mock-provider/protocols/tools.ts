/** The tools of a request, and the one that it forces the model to call. */
import type { JsonSchema } from '../answer.ts'

export interface Tool {
  readonly name: string
  readonly schema: JsonSchema
}

export interface ToolChoice {
  /** `required` forces a call, of one of `names` if there are any. */
  readonly mode: 'auto' | 'required' | 'none'
  readonly names?: readonly string[] | undefined
}

export const NO_INPUT: JsonSchema = { type: 'object', properties: {} }

/** A name that is chosen, but is no tool's. */
export function unknownChoice(tools: readonly Tool[], { names = [] }: ToolChoice) {
  return names.find((name) => !tools.some((tool) => tool.name === name))
}

/** The first tool that fits a forced choice: a model would choose, a mock need not. */
export function forcedTool(tools: readonly Tool[], { mode, names }: ToolChoice): Tool | undefined {
  if (mode !== 'required') return undefined
  return tools.find(({ name }) => names === undefined || names.includes(name))
}
