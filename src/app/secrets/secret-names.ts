/**
 * Which variables of an environment hold secrets. Names decide what workers are not given, where one too many
 * costs little and a setting lets it through. Names and values together decide what is taken out of texts,
 * where a usual word that counts as a secret would spoil every text and refuse every file that has it.
 */

/** What names of secrets have in common. All patterns are of names in capitals. */
const SECRET: readonly RegExp[] = [
  /(^|_)TOKENS?(_|$)|TOKENS?$/,
  /SECRET|PASSWORD|PASSWD|PASSPHRASE|CREDENTIAL|COOKIE/,
  /_(PASS|PWD|PAT|JWT)$/,
  /(^|_)KEYS?(_\d+)?$|API_?KEY|(ACCESS|PRIVATE|SIGNING|ENCRYPTION)_?KEY/,
  /(^|_)AUTH(_|$)/,
  /^NPM_CONFIG_.*(AUTH|OTP)/,
]

/** They say where or which something is. A `SECRET_ID` is a password all the same. */
const PLAIN: readonly RegExp[] = [
  /_(UR[IL]|HOST|NAME|PROFILE|REGION|PATH|FILE|DIR|PORT)$|(?<!SECRET)_ID$/,
  /(^|_)(GPG|PUBLIC|PARTITION|SORT|FOREIGN|CACHE)_KEYS?$/,
]

/** Needed to reach anything at all (an agent gives no key away), or by Jenkins to find its processes. */
const NEEDED = /^(SSH_AUTH_SOCK|(HTTPS?|ALL|NO)_PROXY|JENKINS_NODE_COOKIE)$/

/** Together they say as whom one acts, and where that is allowed. */
const IDENTITY: readonly RegExp[] = [
  /^AWS_(?!(DEFAULT_)?REGION$|CA_BUNDLE$|PAGER$)/,
  /^ACTIONS_.*URL$/,
]

/** `postgres://user:password@host`. */
const WITH_PASSWORD = /^[a-z][\w+.-]*:\/\/[^/\s:@]*:[^/\s@]+@/i

/** Whether workers are not given it. */
export function isWithheld(name: string, value: string): boolean {
  const capitals = name.toUpperCase()
  if (NEEDED.test(capitals)) return false
  const isIdentity = IDENTITY.some((pattern) => pattern.test(capitals))
  return isIdentity || hasSecretName(name) || WITH_PASSWORD.test(value)
}

/** Whether it holds a secret by its name alone. */
export function hasSecretName(name: string): boolean {
  const capitals = name.toUpperCase()
  const isPlain = NEEDED.test(capitals) || PLAIN.some((pattern) => pattern.test(capitals))
  return !isPlain && SECRET.some((pattern) => pattern.test(capitals))
}

const LEAST_LENGTH = 12

/** Whether a value can be nothing but a secret: long, of letters and digits, no address, path or usual words. */
export function looksRandom(value: string): boolean {
  if (value.length < LEAST_LENGTH || !/\d/.test(value) || !/[A-Za-z]/.test(value)) return false
  return !isAddress(value) && !isPath(value) && !isWords(value)
}

function isAddress(value: string): boolean {
  return /^[a-z][\w+.-]*:\/\//i.test(value)
}

/** `/etc/keys/`…, `~/keys/`…, `C:\keys`…, `keys/server.pem`. */
function isPath(value: string): boolean {
  return (
    /^[~.]{0,2}\/[\w.-]+\/|^[A-Za-z]:[\\/]/.test(value) ||
    /^[\w.-]+(\/[\w.-]+)+\.[a-z]{2,5}$/.test(value)
  )
}

/** Words, numbers, and words that end with one: `changeme123`, `app-session-v2`, `localhost:3000`. */
function isWords(value: string): boolean {
  return value.split(/[-_.:,\s]+/).every((part) => /^[A-Za-z]*\d{0,8}$/.test(part))
}
