import type { ConfigFile } from './schema.ts'

/**
 * Declares the settings of a repository, in `agentos.config.mts` at its root.
 *
 * @example
 * ```ts
 * import { defineConfig } from 'agentos'
 *
 * export default defineConfig({
 *   maxParallel: 6,
 *   limits: { itemTimeout: '90m' },
 * })
 * ```
 */
export function defineConfig(config: ConfigFile): ConfigFile {
  return config
}
