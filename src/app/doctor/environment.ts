/** Whether other processes of the user can read keys from this one's environment, for `agentos doctor`. */
import { existsSync, readFileSync } from 'node:fs'
import type { Config } from '../../config/schema.ts'
import { secretVariables } from '../secrets/secret-variables.ts'
import { type Check, checkOf } from './check.ts'

const SHOWN = '/proc/self/environ'

/** The launcher has overwritten what /proc shows (`bin/hide-environment.cjs`), unless the kernel refused. */
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
