/**
 * The environment of workers and of all that they start: tests with code that a model has written among
 * them. Variables that hold secrets, or whose names say so, are not in it.
 */
import { isWithheld } from './secret-names.ts'

/** Without secrets, but for those that the config lets through; what credentials come from never is. */
export function workerEnvironment(
  environment: NodeJS.ProcessEnv,
  {
    secret,
    allowed,
  }: {
    /** Variables of credentials, and of the token for GitHub. */
    readonly secret: readonly string[]
    readonly allowed: readonly string[]
  },
): { readonly environment: NodeJS.ProcessEnv; readonly withheld: readonly string[] } {
  const withheld = Object.keys(environment).filter(
    (name) =>
      !secret.includes(name) &&
      !allowed.includes(name) &&
      isWithheld(name, environment[name] ?? ''),
  )
  const out = new Set([...secret, ...withheld])
  const kept = Object.entries(environment).filter(([name]) => !out.has(name))
  return { environment: Object.fromEntries(kept), withheld: withheld.filter(isOthers).sort() }
}

/** Our own settings are for the coordinator only. */
function isOthers(name: string): boolean {
  return !name.startsWith('AGENTOS_')
}
