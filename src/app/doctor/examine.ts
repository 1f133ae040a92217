/** Checks of all prerequisites; nothing is written, and models are called only with `--online`. */
import { accessSync, constants, existsSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import { configFileOf } from '../../config/layers.ts'
import { loadConfig } from '../../config/load-config.ts'
import type { Config } from '../../config/schema.ts'
import { UsageError } from '../../model/usage-error.ts'
import { locateRepository } from '../../repository/locate.ts'
import { storeIn, viewStore } from '../../store/open-store.ts'
import type { Places, StateDirectory } from '../../store/state-directory.ts'
import { placesOf } from '../repository-store.ts'
import { signingChecks } from '../secrets/signing.ts'
import type { Check } from './check.ts'
import { environmentChecks } from './environment.ts'
import { repositoryChecks } from './git.ts'
import { githubChecks } from './github.ts'
import { modelChecks } from './models.ts'

type Source = Parameters<typeof loadConfig>[0]
type Environment = Readonly<Record<string, string | undefined>>

export async function examine(options: {
  readonly workingDirectory: string
  readonly configFile: string | undefined
  /** Of `--set`. */
  readonly settings: Source['flags']
  readonly environment: Environment
  /** Also makes a small call for each model and credential. */
  readonly isOnline: boolean
}): Promise<Check[]> {
  const { environment, configFile: file, settings: flags } = options
  const location = locateRepository(options.workingDirectory)
  const { root } = location
  const places = placesOf(location, environment.AGENTOS_HOME)
  const { state } = places
  const { check, config } = await checkConfig({ root, file, environment, flags })
  return [
    { name: 'node', status: 'ok', detail: `${process.version}, ${process.platform}` },
    ...(await repositoryChecks(location, places)),
    check,
    ...(config === undefined ? [] : modelChecks(config, environment)),
    ...(config === undefined || !options.isOnline ? [] : await askModels(config)),
    ...(config === undefined ? [] : environmentChecks(config)),
    ...(config === undefined ? [] : await githubChecks(config, root, environment)),
    ...(config === undefined ? [] : signingChecks(config, { root, environment, mock: false })),
    checkState(state, root),
    await checkLedger(places, root),
  ]
}

/** The clients of all providers are loaded by those who ask. */
async function askModels(config: Config): Promise<Check[]> {
  const { onlineChecks } = await import('./online.ts')
  return onlineChecks(config)
}

async function checkConfig(
  source: Source,
): Promise<{ readonly check: Check; readonly config: Config | undefined }> {
  const name = 'config'
  const { root, file } = source
  try {
    const config = await loadConfig(source)
    const found = file ?? configFileOf(root)
    if (found !== undefined) return { check: { name, status: 'ok', detail: found }, config }
    const detail = 'There is no agentos.config.mts; defaults apply.'
    const remedy = '`agentos init` writes one that names models and credentials; --mock needs none.'
    return { check: { name, status: 'warn', detail, remedy }, config }
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    const { message, hint = 'Fix it: no run starts until then.' } = error
    return { check: { name, status: 'fail', detail: message, remedy: hint }, config: undefined }
  }
}

function checkState(state: StateDirectory, root: string): Check {
  const name = 'state'
  const place = relative(root, state.path) || state.path
  const there = nearestFolder(state.path)
  try {
    accessSync(there, constants.W_OK | constants.X_OK)
  } catch {
    const remedy = 'Make it writable, or set AGENTOS_HOME to another place.'
    return { name, status: 'fail', detail: `${there} cannot be written to.`, remedy }
  }
  const detail = state.exists() ? place : `${place}, made by the first run`
  return { name, status: 'ok', detail }
}

async function checkLedger(places: Places, root: string): Promise<Check> {
  const { state } = places
  const name = 'ledger'
  const place = relative(root, state.ledger) || state.ledger
  if (!existsSync(state.ledger)) return { name, status: 'ok', detail: 'None yet.' }
  try {
    await viewStore(storeIn(places)).remembered(0)
    return { name, status: 'ok', detail: `${place} can be read` }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    const remedy = 'If it is damaged, move it away: committed designs are still known.'
    return { name, status: 'fail', detail: `${place} cannot be read: ${why}.`, remedy }
  }
}

function nearestFolder(path: string): string {
  return existsSync(path) ? path : nearestFolder(dirname(path))
}
