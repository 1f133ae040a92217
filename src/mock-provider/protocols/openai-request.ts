/** What both of OpenAI's protocols ask of a request. */
import { z } from 'zod'
import { content, header, schemaObject, textOf, wrongKey } from './parse-request.ts'
import type { WrongRequest } from './protocol.ts'
import { strictSchemaProblem } from './strict-schema.ts'

export const messages = z
  .array(z.looseObject({ role: z.enum(['system', 'developer', 'user', 'assistant']), content }))
  .min(1)

/** A schema to answer in, as both protocols describe it. */
export const jsonSchemaFormat = z.looseObject({
  name: z.string().regex(/^[\w-]{1,64}$/),
  schema: schemaObject,
  strict: z.boolean().nullish(),
})

export function readBearer(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): { readonly key: string } | WrongRequest {
  const key = /^Bearer (\S+)$/.exec(header(headers, 'authorization'))?.[1]
  if (key !== undefined) return { key }
  return wrongKey(
    "You didn't provide an API key. You need to provide your API key in an Authorization header using Bearer auth (i.e. Authorization: Bearer YOUR_KEY).",
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

/** What OpenAI would refuse about a schema that it shall keep to strictly. */
export function schemaProblem(
  format: z.infer<typeof jsonSchemaFormat> | undefined,
): string | undefined {
  if (format?.strict !== true) return undefined
  const problem = strictSchemaProblem(format.schema, { everyPropertyRequired: true })
  return problem && `Invalid schema for response_format '${format.name}': ${problem}`
}
