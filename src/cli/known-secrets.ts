/** Every secret that a run knows of: nothing that is written, sent or told may have one in it. */
import type { Credential } from '../model/lease.ts'
import { Secret } from '../model/secret.ts'
import { keysIn } from './known-keys.ts'
import { decoded, tracingSecrets } from './tracing-secrets.ts'
import { hasSecretName } from './worker-environment.ts'

type Environment = Readonly<Record<string, string | undefined>>

export function knownSecrets(options: {
  readonly credentials: readonly Pick<Credential, 'secret'>[]
  /** GitHub's. */
  readonly token: Secret | undefined
  /** Variables that hold keys, whether this run uses them or not. */
  readonly variables: readonly string[]
  readonly environment: Environment
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

/**
 * By name a variable may hold a secret; by its value it is likely to. A password that is a usual word is
 * left alone: it would be found in texts that have nothing to do with it.
 */
function secretsByName(environment: Environment): Secret[] {
  return Object.entries(environment).flatMap(([name, text = '']) => {
    const value = text.trim()
    return hasSecretName(name) && looksRandom(value) ? [new Secret(name, value)] : []
  })
}

/** Long, of letters and digits, and no path. */
function looksRandom(value: string): boolean {
  const isPath = /^[~.]{0,2}\/[\w.-]+\//.test(value)
  return value.length >= 16 && /\d/.test(value) && /[A-Za-z]/.test(value) && !isPath
}

/** `postgres://app:hunter2-hunter2@db/`: the password, unless it is a usual word. */
function passwordsInAddresses(environment: Environment): Secret[] {
  return Object.entries(environment).flatMap(([name, text = '']) => {
    const password = decoded(URL.parse(text)?.password ?? '')
    return /\d/.test(password) && /[A-Za-z]/.test(password) ? [new Secret(name, password)] : []
  })
}
