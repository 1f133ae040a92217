/** Every secret known to a run: none may be part of written, sent or printed text. */
import type { Credential } from '../../model/calls/lease.ts'
import { redactorOf } from '../../model/secrets/fingerprints.ts'
import { Secret } from '../../model/secrets/secret.ts'
import { SHORTEST_SECRET } from '../../model/secrets/spellings.ts'
import { hasSecretName, looksRandom } from './secret-names.ts'
import { decoded, tracingSecrets } from './tracing-secrets.ts'

export function knownSecrets(options: {
  readonly credentials: readonly Pick<Credential, 'secret'>[]
  /** GitHub's. */
  readonly token: Secret | undefined
  /** Variables that hold keys, whether this run uses them or not. */
  readonly variables: readonly string[]
  readonly environment: NodeJS.ProcessEnv
}): Secret[] {
  const { credentials, token, variables, environment } = options
  return [
    ...credentials.map(({ secret }) => secret),
    ...(token === undefined ? [] : [token]),
    ...keysIn(variables, environment),
    ...tracingSecrets(environment),
    ...secretsByName(environment),
    ...passwordsInAddresses(environment),
  ]
}

/** By name a variable may hold a secret; by its value it is likely to. */
function secretsByName(environment: NodeJS.ProcessEnv): Secret[] {
  return Object.entries(environment).flatMap(([name, text = '']) => {
    const value = text.trim()
    return hasSecretName(name) && looksRandom(value) ? [new Secret(name, value)] : []
  })
}

/** `postgres://app:x7Kq2mZ9vB4t@db/`: the password, and nothing else of it. */
function passwordsInAddresses(environment: NodeJS.ProcessEnv): Secret[] {
  return Object.entries(environment).flatMap(([name, text = '']) => {
    const password = decoded(URL.parse(text.trim())?.password ?? '')
    return looksRandom(password) ? [new Secret(name, password)] : []
  })
}

/** Keys as providers make them, in case one was typed. */
const LIKE_A_KEY = /\b(sk-|gh[a-z]_|github_pat_|AIza|xai-|gsk_)[\w-]{8,}/g

/** No config says which variables hold keys, so all do that are named so, whatever they hold. */
export function withoutKeys(text: string, environment: NodeJS.ProcessEnv): string {
  const names = Object.keys(environment).filter(hasSecretName)
  const keys = keysIn(names, environment)
  return keys
    .reduce((rest, secret) => secret.redactMasked(rest), redactorOf(keys).redact(text))
    .replace(LIKE_A_KEY, '[secret]')
}

/** What these variables hold. */
export function keysIn(names: readonly string[], environment: NodeJS.ProcessEnv): Secret[] {
  const all = names.flatMap((name) =>
    (environment[name] ?? '').split(',').map((key) => new Secret(name, key.trim())),
  )
  return all.filter((secret) => secret.reveal().length >= SHORTEST_SECRET)
}
