import { Secret } from '../model/secret.ts'
import { keysIn, SHORTEST_KEY } from './known-keys.ts'

type Environment = Readonly<Record<string, string | undefined>>

const HEADERS = /^OTEL_EXPORTER_OTLP_(?:[A-Z]+_)?HEADERS$/

/** Keys of those who take traces: commands may need them, so they have them, but nobody is shown one. */
export function tracingSecrets(environment: Environment): Secret[] {
  const headers = Object.keys(environment).filter((name) => HEADERS.test(name))
  return [
    ...keysIn(['LANGSMITH_API_KEY', 'LANGCHAIN_API_KEY'], environment),
    ...headers.flatMap((name) =>
      valuesIn(environment[name] ?? '').map((value) => new Secret(name, value)),
    ),
  ]
}

/** `api-key=abc,authorization=Basic%20abc`: as it is written and as it is sent. */
function valuesIn(headers: string): string[] {
  const written = headers.split(',').map((header) => header.slice(header.indexOf('=') + 1).trim())
  const values = written.flatMap((value) => [value, decoded(value)])
  const words = values.flatMap((value) => [value, value.split(' ').at(-1) ?? ''])
  return [...new Set(words)].filter((value) => value.length >= SHORTEST_KEY)
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value // not encoded at all
  }
}
