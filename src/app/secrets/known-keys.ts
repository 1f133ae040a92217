/** Keys that a text may hold although no config says which: what the environment has, and what looks like one. */
import { redactorOf } from '../../model/secrets/fingerprints.ts'
import { Secret } from '../../model/secrets/secret.ts'
import { SHORTEST_SECRET } from '../../model/secrets/spellings.ts'
import { hasSecretName } from './secret-names.ts'

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
