/** Keys that a text may hold although no config says which: what the environment has, and what looks like one. */
import { longestFirst, Secret } from '../model/secret.ts'

/** Variables that are likely to hold a key; here no config says which do. */
const SECRET_NAME = /KEY|TOKEN|SECRET|PASSWORD|CREDENTIAL/i
/** Shorter ones would be found, and taken out, in the middle of words. */
export const SHORTEST_KEY = 8
/** Keys as providers make them, in case one was typed. */
const LIKE_A_KEY = /\b(sk-|gh[a-z]_|github_pat_|AIza|xai-|gsk_)[\w-]{8,}/g

type Environment = Readonly<Record<string, string | undefined>>

export function withoutKeys(text: string, environment: Environment): string {
  const names = Object.keys(environment).filter((name) => SECRET_NAME.test(name))
  return keysIn(names, environment)
    .reduce((rest, secret) => secret.redactMasked(rest), text)
    .replace(LIKE_A_KEY, '[secret]')
}

/** What these variables hold, in the order in which to take it out. */
export function keysIn(names: readonly string[], environment: Environment): Secret[] {
  const all = names.flatMap((name) =>
    (environment[name] ?? '').split(',').map((key) => new Secret(name, key.trim())),
  )
  return longestFirst(all.filter((secret) => secret.reveal().length >= SHORTEST_KEY))
}
