import { SCALAR_PATHS, valuesOf } from '../../config/setting-paths.ts'
import type { KnownSettings } from './complete.ts'

/** The settings that `--set` takes. */
export function knownSettings(): KnownSettings {
  return new Map(SCALAR_PATHS.map((path) => [path, valuesOf(path)]))
}
