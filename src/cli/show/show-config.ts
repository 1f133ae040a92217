/** `agentos config`: every setting with its value and where that comes from; never a key. */

import { variableOf } from '../../app/secrets/configured-credentials.ts'
import { keysIn } from '../../app/secrets/known-secrets.ts'
import { secretVariables } from '../../app/secrets/secret-variables.ts'
import type { SettingFlag } from '../../config/layers.ts'
import { loadLayers } from '../../config/load-config.ts'
import type { Config } from '../../config/schema.ts'
import { type Setting, settingsOf } from '../../config/settings.ts'
import { quote } from '../../model/ids.ts'
import { redactorOf } from '../../model/secrets/fingerprints.ts'
import { didYouMean } from '../../model/text/nearest.ts'
import { UsageError } from '../../model/usage-error.ts'
import { cleanWords } from '../../reporters/screen/clean-text.ts'
import { tableLines } from '../../reporters/screen/table.ts'
import { formatDuration } from '../../reporters/words/format-duration.ts'
import { formatSize } from '../../reporters/words/words.ts'
import { locateRepository } from '../../repository/locate.ts'

type Entry = Config['credentials'][number]
export async function configText(options: {
  /** One setting, or a group of them; without it all. */
  readonly wanted: string | undefined
  readonly json: boolean
  readonly file: string | undefined
  readonly flags: readonly SettingFlag[]
  readonly workingDirectory: string
}): Promise<string> {
  const { wanted, json, file, flags } = options
  const { root } = locateRepository(options.workingDirectory)
  const { config, layers } = await loadLayers({ root, file, environment: process.env, flags })
  const chosen = choose(settingsOf(config, layers), wanted)
  // Somebody may have put one where none belongs, such as into a command.
  const keys = keysIn(secretVariables(config), process.env)
  const settings = redactorOf(keys).redactDeep(withoutPasswords(chosen))
  if (json) return asJson(settings)
  const rows = settings.map((setting) => rowOf(setting).map(cleanWords))
  return `${tableLines(['SETTING', 'FROM', 'VALUE'], rows).join('\n')}\n`
}

function choose(settings: readonly Setting[], wanted: string | undefined): readonly Setting[] {
  if (wanted === undefined) return settings
  const chosen = settings.filter(({ path }) => path === wanted || path.startsWith(`${wanted}.`))
  if (chosen.length > 0) return chosen
  const names = settings.flatMap(({ path }) => [path, path.replace(/\..*/, '')])
  throw new UsageError('setting-unknown', `There is no setting ${quote(wanted)}.`, {
    hint: didYouMean(wanted, names, '`agentos config` shows them all.'),
  })
}

/** An address may carry a password, in front of the host or behind it. */
function withoutPasswords<T>(value: T): T {
  if (typeof value === 'string')
    return value
      .replace(/:\/\/[^/\s]*@/g, '://[secret]@')
      .replace(/([?&][^=&#\s]*=)[^&#\s]+/g, '$1[secret]') as T
  if (Array.isArray(value)) return value.map(withoutPasswords) as T
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).map(([key, member]) => [key, withoutPasswords(member)])
  return Object.fromEntries(members) as T
}

function rowOf({ path, origin, value, unit }: Setting): string[] {
  const words = isCredential(path) ? credentialWords(value as Entry) : undefined
  return [path, origin.name, words ?? valueWords(value, { unit, unset: UNSET[path] })]
}

function credentialWords(entry: Entry): string {
  const { id, provider, from, ...rest } = entry
  const isSet = isKeySet(entry) ? 'set' : 'not set'
  const more = Object.keys(rest).length === 0 ? '' : ` ${JSON.stringify(rest)}`
  return `${provider}, ${from} (${isSet})${more}`
}

/** What holds where nothing is set: a default that only a run knows. Without one, nothing does. */
const UNSET: Readonly<Record<string, string>> = {
  worktrees: '/var/tmp/agentos-<uid>, or below AGENTOS_HOME',
  'implement.base': 'the checked-out branch',
  'implement.setup': 'none',
  'implement.test': 'by detection',
  'implement.testFiles': 'by detection',
  'implement.checks': 'by detection',
  'implement.commitMessage': 'by detection',
  'evidence.signingKey': 'none',
  'evidence.allowedSigners': 'none',
  'github.repository': 'the repository of origin',
  'github.label': 'agentos',
  'github.tokenFrom': 'env:GITHUB_TOKEN, else env:GH_TOKEN',
  'github.baseUrl': 'GITHUB_API_URL, else GitHub’s own',
  'github.pullRequests': 'false',
  'tracing.patience': '1% of the run’s time',
  'tracing.project': 'TRACER_PROJECT, LANGSMITH_PROJECT, else the folder’s name',
}

function valueWords(
  value: unknown,
  { unit, unset = 'none' }: { readonly unit: Setting['unit']; readonly unset?: string | undefined },
): string {
  if (value === undefined) return unset
  if (unit !== undefined)
    return unit === 'ms' ? formatDuration(Number(value)) : formatSize(Number(value))
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.join(', ')
  if (typeof value !== 'object' || value === null) return String(value)
  return Object.keys(value).length === 0 ? 'none' : JSON.stringify(value)
}

function isKeySet(entry: Entry): boolean {
  return (process.env[variableOf(entry)] ?? '').trim() !== ''
}

function asJson(settings: readonly Setting[]): string {
  const shown = settings.map(({ path, value = null, ...rest }) => ({
    path,
    value,
    ...(isCredential(path) ? { isSet: isKeySet(value as Entry) } : {}),
    ...rest,
  }))
  return `${JSON.stringify({ schema: 'agentos.config/1', settings: shown }, undefined, 2)}\n`
}

function isCredential(path: string): boolean {
  return path.startsWith('credentials.')
}
