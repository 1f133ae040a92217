/** The credentials that the config names, with the keys that the environment has for them. */
import type { Config } from '../../config/schema.ts'
import type { Credential } from '../../model/calls/lease.ts'
import { PROVIDERS } from '../../model/calls/provider.ts'
import { Secret } from '../../model/secrets/secret.ts'
import { SHORTEST_SECRET } from '../../model/secrets/spellings.ts'
import { UsageError } from '../../model/usage-error.ts'

type Entry = Config['credentials'][number]

export interface ConfiguredCredential {
  readonly entry: Entry
  /** One for each key in its variable; none if that is not set. */
  readonly keys: readonly Credential[]
}

export function configuredCredentials(
  config: Config,
  environment: NodeJS.ProcessEnv,
): ConfiguredCredential[] {
  const all = config.credentials.map((entry) => {
    const keys = keysOf(environment[variableOf(entry)] ?? '')
    refuseShort(entry, keys)
    refuseUnsendable(entry, keys)
    const { id, provider, concurrency, limits } = entry
    const protocol =
      { ...PROVIDERS, ...config.providers }[provider]?.protocol ?? 'openai-compatible'
    return {
      entry,
      keys: keys.map((key, index) => {
        const ownId = keys.length === 1 ? id : `${id}-${index + 1}`
        const secret = new Secret(ownId, key)
        const scope = entry.scope ?? ownId
        return { id: ownId, provider, protocol, scope, concurrency, limits, secret }
      }),
    }
  })
  refuseTwins(
    all.flatMap(({ entry, keys }) => (keys.length === 0 ? [entry.id] : keys.map(({ id }) => id))),
  )
  return all
}

/** The variable that holds the key or keys. */
export function variableOf(entry: Entry): string {
  return entry.from.slice('env:'.length)
}

function keysOf(text: string): string[] {
  return text
    .split(',')
    .map((key) => key.trim())
    .filter((key) => key !== '')
}

function refuseShort(entry: Entry, keys: readonly string[]): void {
  const short = keys.findIndex((key) => key.length < SHORTEST_SECRET)
  if (short === -1) return
  throw new UsageError(
    'key-too-short',
    `Key ${short + 1} of the variable ${variableOf(entry)} is too short to be one.`,
    { hint: `A key has at least ${SHORTEST_SECRET} characters.` },
  )
}

/** Each call with it would fail. */
function refuseUnsendable(entry: Entry, keys: readonly string[]): void {
  const odd = keys.findIndex((key) => !/^[!-~]+$/.test(key))
  if (odd === -1) return
  throw new UsageError(
    'key-unsendable',
    `Key ${odd + 1} of the variable ${variableOf(entry)} has a character that no key has.`,
    { hint: 'Keys have letters, digits and signs, no blanks and no line breaks.' },
  )
}

/** Ids identify credentials everywhere and must be unique. */
function refuseTwins(ids: readonly string[]): void {
  const twin = ids.find((id, index) => ids.indexOf(id) !== index)
  if (twin === undefined) return
  throw new UsageError('credential-twice', `Two credentials have the id ${twin}.`, {
    hint: 'Keys of a variable with several are numbered, such as gemini-1 and gemini-2.',
  })
}
