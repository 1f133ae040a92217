/** What of a repository no model is shown: files that usually hold secrets, by name, and secrets, by their looks. */
import { privateKeys, type Span } from './private-key.ts'

/** Made to be shared: they say what a secret file looks like. */
const EXAMPLE = /[._-](examples?|samples?|template|tmpl|dist|defaults?)(\.[a-z]{1,5})?$|\.pub$/
const DATA = 'json|ya?ml|toml|ini|env|xml|properties|txt|csv|conf|cfg|enc|plist|db|sqlite3?'

/** Words that a program shows, code and schemas: whether they hold a secret, their content says. */
const SHOWN = /(^|\/)(locales?|i18n|l10n|lang|languages|translations?)\//
const CODE = /\.([cm]?[jt]sx?|py|go|rs|java|kt|rb|cs|swift|[ch](pp)?|md)$/
const ABOUT_PASSWORDS =
  /(reset|forgot(ten)?|change|confirm|update)[._-]passwords?\b|passwords?[._-](reset|chang|confirm|polic|strength|rule)|[._-]schema\.\w+$/

/** Of paths in lower case. */
const NAMES: readonly RegExp[] = [
  /(^|\/)\.env(rc)?([._-][^/]*)?$|\.env$/,
  /\.(pem|key|p8|p12|pfx|pkcs12|jks|jceks|bks|keystore|keytab|ppk|gpg|kdbx?|ovpn|agilekeychain)$/,
  /(^|\/)[._]netrc$/,
  /(^|\/)\.(npmrc|yarnrc(\.yml)?|pypirc|pgpass|htpasswd|htdigest|dockercfg|dockerconfigjson)$/,
  /(^|\/)\.(git-?credentials|my\.cnf|mylogin\.cnf|s3cfg|boto|terraformrc|vault[_-](token|pass)[^/]*)$/,
  /(^|\/)(vault[_-]pass(word)?[^/]*|wp-config\.php|local\.settings\.json|auth\.json|secring\.[^/]*)$/,
  /(^|\/)\.(aws|ssh|gnupg|azure|kube|gcloud)\//,
  /(^|\/)(\.docker\/config\.json|\.config\/gcloud\/|[^/]*kubeconfig[^/]*$)/,
  /\.(tfstate(\.[^/]*)?|tfvars(\.json)?)$/,
  /(^|\/)[^/]*(service[_-]?account|adminsdk|gcp-key|client[_-]secret)[^/]*\.json$/,
  /(^|\/)(secrets?|credentials?|passwords?)$/,
]

/** Of usual words, which other files have in their names as well. */
const WORDS: readonly RegExp[] = [
  /(^|\/)id_(rsa|dsa|ecdsa|ed25519)[^/]*$/,
  new RegExp(`(^|/)([^/]*[._-])?(secrets?|credentials?|passwords?)([._-][^/]*)?\\.(${DATA})$`),
]

/** Whether a file usually holds secrets, by its path. */
export function isSecretName(path: string): boolean {
  const name = path.toLowerCase()
  if (EXAMPLE.test(name)) return false
  const isOther = [SHOWN, CODE, ABOUT_PASSWORDS].some((pattern) => pattern.test(name))
  return [...NAMES, ...(isOther ? [] : WORDS)].some((pattern) => pattern.test(name))
}

/** What stands in place of what looks like a secret. */
export const MASK = '[looks like a secret]'

/** The line, from 1, of the first thing in a text that looks like a secret. */
export function secretLine(text: string): number | undefined {
  const [first] = spansOf(text)
  return first === undefined ? undefined : text.slice(0, first.from).split('\n').length
}

export interface Masked {
  readonly text: string
  /** The lines, from 1, of which something is masked. The text has as many lines as before. */
  readonly lines: readonly number[]
}

/** The text with all that looks like a secret masked; never more of a line than that, and never a line break. */
export function maskSecrets(text: string): Masked {
  let at = 0
  let line = 1
  const lines = new Set<number>()
  const parts = spansOf(text).flatMap(({ from, to }) => {
    if (from < at) return []
    const before = text.slice(at, from)
    line += before.split('\n').length - 1
    lines.add(line)
    at = to
    return [before, MASK]
  })
  return { text: [...parts, text.slice(at)].join(''), lines: [...lines] }
}

const WORD_START = '(?<![A-Za-z0-9_-])'
/** Secrets that say what they are. Each begins a word and is bounded, so that a text takes one pass. */
const SHAPES: readonly RegExp[] = [
  '(?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Z0-9])', // AWS
  '(?:gh[opsur]_[A-Za-z0-9]{30,255}|github_pat_\\w{22,255}|glpat-[\\w-]{20,64})',
  'sk-(?:ant-|proj-|or-)?[A-Za-z0-9_-]{20,255}', // Anthropic, OpenAI, OpenRouter
  'AIza[\\w-]{35}', // Google
  '(?:xai-|gsk_|hf_|npm_|pypi-AgE|dop_v1_|shpat_|sq0csp-|AGE-SECRET-KEY-)[\\w-]{20,255}',
  '(?:sk|rk|pk)_live_[A-Za-z0-9]{16,255}', // Stripe
  'xox[a-z]-[A-Za-z0-9-]{10,255}', // Slack
  'SG\\.[\\w-]{16,64}\\.[\\w-]{16,64}', // SendGrid
  'ya29\\.[\\w-]{20,255}',
  'eyJ[\\w-]{10,4000}\\.eyJ[\\w-]{10,8000}\\.[\\w-]{10,2000}', // JSON web tokens
].map((shape) => new RegExp(WORD_START + shape, 'g'))
const SECRET_WORD =
  '(?:passw(?:or)?d|passphrase|pwd|secret|token|credential|(?:api|access|auth|private|signing|encryption)[_-]?key)'
/** `apiKey: "…"`, `DB_PASSWORD=…`, `https://user:…@host`; whether it is one, its value decides. */
const ASSIGNED: readonly RegExp[] = [
  new RegExp(
    `${SECRET_WORD}[\\w-]{0,30}["'\`]?[ \\t]{0,5}[:=]{1,2}>?[ \\t]{0,5}["'\`]([^"'\`\\s]{12,500})["'\`]`,
    'gid',
  ),
  new RegExp(
    `${SECRET_WORD}[\\w-]{0,30}["']?[ \\t]{0,5}[:=][ \\t]{0,5}([\\w+/=~.-]{16,500})(?=[ \\t]{0,5}(?:$|#))`,
    'gimd',
  ),
  /:\/\/[^\s/:@]{1,64}:([^\s/:@]{8,200})@/dg,
]

function spansOf(text: string): Span[] {
  const shaped = SHAPES.flatMap((shape) =>
    [...text.matchAll(shape)].map(({ 0: found, index }) => ({
      from: index,
      to: index + found.length,
    })),
  )
  const assigned = ASSIGNED.flatMap((pattern) =>
    [...text.matchAll(pattern)].flatMap(({ 1: value = '', indices }) => {
      const [from, to] = indices?.[1] ?? [0, 0]
      return looksRandom(value) ? [{ from, to }] : []
    }),
  )
  return [...privateKeys(text), ...shaped, ...assigned].sort(
    (a, b) => a.from - b.from || b.to - a.to,
  )
}

const PLACEHOLDER =
  /example|sample|dummy|change.?me|placeholder|your|xxxx|test|fake|mock|1234|[<>${}()[\]]|\benv\b|secret|password|token/i
const LEAST_BITS = 3

/** Letters and digits without a word in it that says it is none, and hardly any of them twice. */
function looksRandom(value: string): boolean {
  if (!/\d/.test(value) || !/[A-Za-z]/.test(value) || PLACEHOLDER.test(value)) return false
  const letters = Map.groupBy(value, (letter) => letter)
  const bits = letters
    .values()
    .map(({ length: count }) => (count / value.length) * Math.log2(value.length / count))
  return bits.reduce((sum, part) => sum + part, 0) >= LEAST_BITS
}
