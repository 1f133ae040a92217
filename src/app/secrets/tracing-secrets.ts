import { Secret } from '../../model/secrets/secret.ts'
import { SHORTEST_SECRET } from '../../model/secrets/spellings.ts'

/** Variables that hold keys of those who take traces, and how they hold them. */
const HOLDERS: readonly (readonly [RegExp, (text: string) => string[]])[] = [
  [/^LANG(SMITH|CHAIN)_API_KEY$/, (text) => [text.trim()]],
  [/^OTEL_EXPORTER_OTLP_([A-Z]+_)?HEADERS$/, inHeaders],
  [/^OTEL_EXPORTER_OTLP_([A-Z]+_)?ENDPOINT$/, inAddress],
  [/^LANG(SMITH|CHAIN)_(RUNS_ENDPOINTS|ENDPOINT)$/, inAddresses],
]

/** Commands may need them and get them; they are never printed. */
export function tracingSecrets(environment: NodeJS.ProcessEnv): Secret[] {
  return Object.entries(environment).flatMap(([name, text = '']) => {
    const values = HOLDERS.flatMap(([holder, read]) => (holder.test(name) ? read(text) : []))
    const all = values.flatMap((value) => [value, decoded(value)])
    return [...new Set(all)]
      .filter((value) => value.length >= SHORTEST_SECRET)
      .map((value) => new Secret(name, value))
  })
}

/** Others are tenants and the like, and usual words at that. */
const SECRET_HEADER = /auth|key|token|secret|password|cookie|team|dsn/i

/** `api-key=abc,authorization=Basic%20abc`: the value, and of two words the second. */
function inHeaders(text: string): string[] {
  return text.split(',').flatMap((header) => {
    const [name = '', ...rest] = header.split('=')
    if (!SECRET_HEADER.test(name)) return []
    const value = decoded(rest.join('=').trim())
    return [rest.join('=').trim(), value, value.split(' ').at(-1) ?? '']
  })
}

/** User, password and what stands behind the `?`. */
function inAddress(text: string): string[] {
  const address = URL.parse(text.trim())
  if (address === null) return []
  return [address.username, address.password, ...address.searchParams.values()]
}

/** A table of addresses and keys, as JSON; or one address. */
function inAddresses(text: string): string[] {
  try {
    const texts: string[] = []
    JSON.parse(text, (_, value) => {
      if (typeof value === 'string') texts.push(value)
      else if (typeof value === 'object' && value !== null) texts.push(...Object.keys(value))
      return value
    })
    return texts.flatMap((one) => (URL.canParse(one) ? inAddress(one) : [one]))
  } catch {
    return inAddress(text) // no JSON
  }
}

export function decoded(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value // not encoded at all
  }
}
