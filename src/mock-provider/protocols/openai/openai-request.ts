/** The parts of a request that both of OpenAI's protocols have. */
import { z } from 'zod'
import type { StructuredWay } from '../../../model/calls/provider.ts'
import type { JsonSchema } from '../../answer.ts'
import { bearer, schemaObject } from '../parse-request.ts'
import { type ReceivedRequest, WrongRequest } from '../protocol.ts'
import { rootProblem, strictSchemaProblem } from '../strict-schema.ts'
import { forcedTool, NO_INPUT, type Tool, type ToolChoice, unknownChoice } from '../tools.ts'

/** A schema to answer in, as both protocols describe it. */
export const jsonSchemaFormat = z.looseObject({
  name: z.string().regex(/^[\w-]{1,64}$/),
  schema: schemaObject,
  strict: z.boolean().nullish(),
})

/** The form of an answer; the protocols differ in the place of the schema. */
export function answerFormat<Shape extends z.ZodRawShape>(jsonSchema: Shape) {
  return z
    .discriminatedUnion('type', [
      z.looseObject({ type: z.literal('text') }),
      z.looseObject({ type: z.literal('json_object') }),
      z.looseObject({ type: z.literal('json_schema'), ...jsonSchema }),
    ])
    .optional()
}

export function wayOf(type: string | undefined): StructuredWay | undefined {
  if (type === 'json_schema') return 'schema'
  return type === 'json_object' ? 'json' : undefined
}

export function bearerKey({ headers }: ReceivedRequest): string {
  const key = bearer(headers)
  if (key !== undefined) return key
  throw new WrongRequest(
    "You didn't provide an API key. You need to provide your API key in an Authorization header using Bearer auth (i.e. Authorization: Bearer YOUR_KEY).",
    { kind: 'invalid-key' },
  )
}

/** The schema that the answer must fit; a strict one must keep to OpenAI's part of JSON Schema. */
export function answerSchema(
  type: string | undefined,
  asked: z.infer<typeof jsonSchemaFormat> | undefined,
  mistake: { readonly param: string; readonly code?: string },
): JsonSchema | undefined {
  if (asked === undefined) return type === 'json_object' ? { type: 'object' } : undefined
  const { name, schema, strict } = asked
  const problem = strict && strictSchemaProblem(schema)
  if (!problem) return schema
  throw new WrongRequest(`Invalid schema for response_format '${name}': ${problem}`, mistake)
}

/** A function that the model may call, as both protocols describe it. */
export const functionTool = z.looseObject({
  name: z.string().regex(/^[\w-]{1,64}$/),
  parameters: schemaObject.nullish(),
  strict: z.boolean().nullish(),
})

export function readTool(
  { name, parameters, strict }: z.infer<typeof functionTool>,
  param: string,
): Tool {
  const schema = parameters ?? NO_INPUT
  const problem = strict ? strictSchemaProblem(schema) : rootProblem(schema)
  if (problem === undefined) return { name, schema }
  const code = 'invalid_function_parameters'
  throw new WrongRequest(`Invalid schema for function '${name}': ${problem}`, { param, code })
}

const named = z.union([
  z.looseObject({ type: z.literal('function'), name: z.string() }).transform(({ name }) => name),
  // As chat completions have it.
  z
    .looseObject({ type: z.literal('function'), function: z.looseObject({ name: z.string() }) })
    .transform((tool) => tool.function.name),
])
const allowed = z
  .looseObject({ mode: z.enum(['auto', 'required']), tools: z.array(named) })
  .transform(({ mode, tools }): ToolChoice => ({ mode, names: tools }))

export const toolChoice = z
  .union([
    z.enum(['auto', 'required', 'none']).transform((mode): ToolChoice => ({ mode })),
    named.transform((name): ToolChoice => ({ mode: 'required', names: [name] })),
    z.looseObject({ allowed_tools: allowed }).transform((choice) => choice.allowed_tools),
    allowed,
    // A tool that OpenAI runs itself, such as web search: the mock provider only answers.
    z.looseObject({ type: z.string() }).transform((): ToolChoice => ({ mode: 'auto' })),
  ])
  .nullish()
  .transform((choice): ToolChoice => choice ?? { mode: 'auto' })

/** The tool that the model must call, if any; a choice must be possible. */
export function chosenTool(tools: readonly Tool[], choice: ToolChoice): Tool | undefined {
  const mistake = { param: 'tool_choice' }
  if (choice.mode === 'required' && tools.length === 0)
    throw new WrongRequest("'tool_choice' is only allowed when 'tools' are specified.", mistake)
  const unknown = unknownChoice(tools, choice)
  if (unknown === undefined) return forcedTool(tools, choice)
  throw new WrongRequest(`Tool choice '${unknown}' not found in 'tools' parameter.`, mistake)
}
