/** Checks of all prerequisites; nothing is written, and models are called only with `--online`. */
import { accessSync, constants, existsSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import { configFileOf, type SettingFlag } from '../../config/layers.ts'
import { loadConfig } from '../../config/load-config.ts'
import type { Config } from '../../config/schema.ts'
import { viewStore } from '../../store/open-store.ts'
import { type RepositoryHere, repositoryAt } from '../repository-store.ts'
import { signingChecks } from '../secrets/signing.ts'
import { type Check, checkOf } from './check.ts'
import { environmentChecks } from './environment.ts'
import { repositoryChecks } from './git.ts'
import { githubChecks } from './github.ts'
import { modelChecks } from './models.ts'

export async function examine(options: {
  readonly workingDirectory: string
  readonly configFile: string | undefined
  /** Of `--set`. */
  readonly settings: readonly SettingFlag[]
  /** Also makes a small call for each model and credential. */
  readonly isOnline: boolean
}): Promise<Check[]> {
  const { configFile: file, settings: flags, isOnline } = options
  const here = repositoryAt(options.workingDirectory)
  const { check, config } = await checkConfig({ root: here.root, file, flags })
  return [
    checkOf('node').ok(`${process.version}, ${process.platform}`),
    ...(await repositoryChecks(here)),
    check,
    ...(config === undefined ? [] : await configuredChecks(config, { root: here.root, isOnline })),
    checkState(here),
    await checkLedger(here),
  ]
}

async function configuredChecks(
  config: Config,
  { root, isOnline }: { readonly root: string; readonly isOnline: boolean },
): Promise<Check[]> {
  const online = isOnline ? await import('./online.ts') : undefined // with the clients of all providers
  return [
    ...modelChecks(config),
    ...((await online?.onlineChecks(config)) ?? []),
    ...environmentChecks(config),
    ...(await githubChecks(config, root)),
    ...signingChecks(config, { root, environment: process.env, mock: false }),
  ]
}

async function checkConfig(
  source: Omit<Parameters<typeof loadConfig>[0], 'environment'>,
): Promise<{ readonly check: Check; readonly config?: Config }> {
  const { ok, warn, refused } = checkOf('config')
  try {
    const config = await loadConfig({ ...source, environment: process.env })
    const found = source.file ?? configFileOf(source.root)
    if (found !== undefined) return { check: ok(found), config }
    const remedy = '`agentos init` writes one that names models and credentials; --mock needs none.'
    return { check: warn('There is no agentos.config.mts; defaults apply.', remedy), config }
  } catch (error) {
    return { check: refused(error) }
  }
}

function checkState({ state, root }: RepositoryHere): Check {
  const { ok, fail } = checkOf('state')
  const place = relative(root, state.path) || state.path
  const there = nearestFolder(state.path)
  try {
    accessSync(there, constants.W_OK | constants.X_OK)
  } catch {
    const remedy = 'Make it writable, or set AGENTOS_HOME to another place.'
    return fail(`${there} cannot be written to.`, remedy)
  }
  return ok(state.exists() ? place : `${place}, made by the first run`)
}

async function checkLedger({ state, root, store }: RepositoryHere): Promise<Check> {
  const { ok, fail } = checkOf('ledger')
  const place = relative(root, state.ledger) || state.ledger
  if (!existsSync(state.ledger)) return ok('None yet.')
  try {
    await viewStore(store).remembered(0)
    return ok(`${place} can be read`)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    const remedy = 'If it is damaged, move it away: committed designs are still known.'
    return fail(`${place} cannot be read: ${why}.`, remedy)
  }
}

function nearestFolder(path: string): string {
  return existsSync(path) ? path : nearestFolder(dirname(path))
}
