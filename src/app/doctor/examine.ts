/** Checks of all prerequisites; nothing is written, and models are called only with `--online`. */
import { accessSync, constants, existsSync, readFileSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import { configFileOf, type SettingFlag } from '../../config/layers.ts'
import { loadConfig } from '../../config/load-config.ts'
import type { Config } from '../../config/schema.ts'
import { viewStore } from '../../store/open-store.ts'
import { type RepositoryHere, repositoryAt } from '../repository-store.ts'
import { secretVariables } from '../secrets/secret-variables.ts'
import { signingChecks } from '../secrets/signing.ts'
import { type Check, checkOf } from './check.ts'
import { repositoryChecks } from './git.ts'
import { githubChecks } from './github.ts'
import { modelChecks } from './models.ts'
import { projectChecks } from './project.ts'

const SHOWN = '/proc/self/environ'

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
    ...(await projectChecks(config, root)),
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

/**
 * Whether other processes of the user can read keys from this one's environment. The launcher has
 * overwritten what /proc shows (`bin/hide-environment.cjs`), unless the kernel refused.
 */
export function environmentChecks(config: Config, shown = readShown()): Check[] {
  const names = new Set(shown.split('\0').map((entry) => entry.split('=')[0]))
  const keys = [...new Set(secretVariables(config))].filter((name) => names.has(name))
  if (keys.length === 0) return []
  const detail = `Commands of items can read ${keys.join(', ')} in /proc/<pid>/environ of a run.`
  const remedy = 'This kernel lets no process overwrite it: run AgentOS in a container of its own.'
  return [checkOf('environment').warn(detail, remedy)]
}

function readShown(): string {
  return existsSync(SHOWN) ? readFileSync(SHOWN, 'utf8') : ''
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
