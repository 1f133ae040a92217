/** The parts of a request that both of OpenAI's protocols have. */
import { z } from 'zod'
import type { StructuredWay } from '../../../model/calls/provider.ts'
import type { JsonSchema } from '../../answer.ts'
import { content, header, schemaObject, textOf } from '../parse-request.ts'
import { type ReceivedRequest, WrongRequest } from '../protocol.ts'
import { strictSchemaProblem } from '../strict-schema.ts'

export const messages = z
  .array(z.looseObject({ role: z.enum(['system', 'developer', 'user', 'assistant']), content }))
  .min(1)

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

/** A tool, as both protocols describe it. */
export const functionTool = z.looseObject({ name: z.string().min(1), parameters: schemaObject })

export const ONE_TOOL = { error: 'the mock provider knows a single tool, which takes the answer' }

export function wayOf(type: string | undefined): StructuredWay | undefined {
  if (type === 'json_schema') return 'schema'
  return type === 'json_object' ? 'json' : undefined
}

export function bearerKey({ headers }: ReceivedRequest): string {
  const key = /^Bearer (\S+)$/.exec(header(headers, 'authorization'))?.[1]
  if (key !== undefined) return key
  throw new WrongRequest(
    "You didn't provide an API key. You need to provide your API key in an Authorization header using Bearer auth (i.e. Authorization: Bearer YOUR_KEY).",
    'invalid-key',
  )
}

export function splitMessages(list: z.infer<typeof messages>): {
  readonly instructions: string
  readonly prompt: string
  readonly question: string
} {
  const isInstruction = ({ role }: { role: string }) => role === 'system' || role === 'developer'
  const join = (part: z.infer<typeof messages>) =>
    part.map((entry) => textOf(entry.content)).join('\n\n')
  return {
    instructions: join(list.filter(isInstruction)),
    prompt: join(list.filter((entry) => !isInstruction(entry))),
    question: join(list.slice(-1)),
  }
}

/** The schema that the answer must fit; a strict one must be closed, as OpenAI demands. */
export function answerSchema(
  type: string | undefined,
  asked: z.infer<typeof jsonSchemaFormat> | undefined,
): JsonSchema | undefined {
  if (asked === undefined) return type === 'json_object' ? { type: 'object' } : undefined
  const { name, schema, strict } = asked
  const problem = strict && strictSchemaProblem(schema, { everyPropertyRequired: true })
  if (!problem) return schema
  throw new WrongRequest(`Invalid schema for response_format '${name}': ${problem}`)
}
