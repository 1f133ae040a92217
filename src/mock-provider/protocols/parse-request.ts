import { z } from 'zod'
import { WrongRequest } from './protocol.ts'

/** Checks a request's body; the message names the first mistake. */
export function parseRequest<T>(schema: z.ZodType<T>, body: unknown): T {
  const result = schema.safeParse(body)
  if (result.success) return result.data
  const issue = result.error.issues[0]
  const param = issue?.path.join('.') ?? ''
  throw new WrongRequest(`${param || 'body'}: ${issue?.message}`, param === '' ? {} : { param })
}

export function header(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  name: string,
): string {
  const value = headers[name]
  return typeof value === 'string' ? value : ''
}

/** The key of an `Authorization` header; undefined if there is none. */
export function bearer(headers: Readonly<Record<string, string | string[] | undefined>>) {
  return /^Bearer (\S+)$/.exec(header(headers, 'authorization'))?.[1]
}

/** Text as it stands in messages: a string, or parts of which some are text. */
export const content = z.union([
  z.string(),
  z.array(z.looseObject({ type: z.string(), text: z.string().optional() })),
])

export function textOf(value: string | readonly { text?: string | undefined }[]): string {
  if (typeof value === 'string') return value
  return value.flatMap(({ text }) => (text === undefined ? [] : [text])).join('\n')
}

/** What is said in one message, one below the other. */
export function lines(...texts: readonly string[]): string {
  return texts.filter((text) => text !== '').join('\n')
}

export const schemaObject = z.record(z.string(), z.unknown())

export const positive = z.int().min(1)
