/**
 * The environment of workers and of all that they start: tests with code that a model has written among
 * them. Variables that hold secrets, or whose names say so, are not in it.
 */
type Environment = Readonly<Record<string, string | undefined>>

/** What names of secrets have in common, in whatever case. */
const LIKE_A_SECRET: readonly RegExp[] = [
  /(^|_)TOKENS?(_|$)|TOKENS?$/,
  /SECRET|PASSWORD|PASSWD|PASSPHRASE|CREDENTIAL|COOKIE/,
  /_(PASS|PWD|PAT|JWT)$/,
  /(^|_)KEYS?$|API_?KEY|(ACCESS|PRIVATE|SIGNING|ENCRYPTION)_?KEY/,
  /(^|_)AUTH(_|$)/,
  /^AWS_(?!(DEFAULT_)?REGION$|CA_BUNDLE$|PAGER$)/,
  /^NPM_CONFIG_.*(AUTH|OTP)/,
  /^ACTIONS_.*URL$/,
]

/** Needed to reach anything at all: an agent gives no key away, and a proxy's password is all that it is. */
const NEEDED = /^(SSH_AUTH_SOCK|(HTTPS?|ALL|NO)_PROXY)$/

/** `postgres://user:password@host`. */
const WITH_PASSWORD = /^[a-z][\w+.-]*:\/\/[^/\s:@]*:[^/\s@]+@/i

/** Without secrets, but for those that the config lets through; what credentials come from never is. */
export function workerEnvironment(
  environment: Environment,
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
      !secret.includes(name) && !allowed.includes(name) && looksSecret(name, environment[name]),
  )
  const out = new Set([...secret, ...withheld])
  const kept = Object.entries(environment).filter(([name]) => !out.has(name))
  return { environment: Object.fromEntries(kept), withheld: withheld.filter(isOthers).sort() }
}

function looksSecret(name: string, value = ''): boolean {
  if (NEEDED.test(name.toUpperCase())) return false
  return hasSecretName(name) || WITH_PASSWORD.test(value)
}

export function hasSecretName(name: string): boolean {
  return LIKE_A_SECRET.some((pattern) => pattern.test(name.toUpperCase()))
}

/** Our own settings are for the coordinator only; nobody misses them. */
function isOthers(name: string): boolean {
  return !name.startsWith('AGENTOS_')
}
