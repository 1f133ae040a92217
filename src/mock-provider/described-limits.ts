import type { JsonSchema } from './answer.ts'

const LIMIT =
  /(?:^|; )(minimum|maximum|exclusive minimum|exclusive maximum|multiple of|min length|max length|min items): (-?[\d.]+)(?=; |\.$)/g
const PATTERN = /(?:^|; )pattern: (.+?)(?:; [a-z ]+: .*)?\.$/

/**
 * Anthropic's schemas know no limits, so its client tells them in words, as the last line of the
 * description: `min items: 1; max items: 5.` A model reads that; so must a sample.
 */
export function withDescribedLimits(schema: JsonSchema): JsonSchema {
  const words = `${schema.description ?? ''}`.split('\n').at(-1) ?? ''
  const limits = [...words.matchAll(LIMIT)].map(([, name = '', value]) => [
    name.replace(/ (.)/, (_, letter: string) => letter.toUpperCase()),
    Number(value),
  ])
  const pattern = PATTERN.exec(words)?.[1]
  if (limits.length === 0 && pattern === undefined) return schema
  return {
    ...(pattern === undefined ? {} : { pattern }),
    ...Object.fromEntries(limits),
    ...schema,
  }
}
