/** The config file's shape: what may be set, what it is without being set, and what it means. */
import { z } from 'zod'
import { parseDuration } from './duration.ts'

const duration = z
  .string()
  .refine((text) => parseDuration(text) !== undefined, {
    error: 'expected a duration such as "90s", "15m" or "2h"',
  })
  .transform((text) => parseDuration(text) ?? 0)

const atLeast = (least: number) =>
  z.int({ error: `expected a whole number from ${least}` }).min(least, {
    error: `expected a whole number from ${least}`,
  })

const limits = z.strictObject({
  /** An item is killed after this long. */
  itemTimeout: duration.default(60 * 60_000),
  /** An item is killed after this long without output or a finished step. */
  idleTimeout: duration.default(10 * 60_000),
  /** The run stops after this long. */
  runTimeout: duration.default(6 * 60 * 60_000),
  /** How often an item goes on in a new worker after its worker died. */
  restarts: atLeast(0).default(2),
})

export const configSchema = z.strictObject({
  /** The most items that may run at once, whatever `--parallel` says. */
  maxParallel: atLeast(1).default(10),
  limits: limits.prefault({}),
})

/** What `agentos.config.mts` exports. */
export type ConfigFile = z.input<typeof configSchema>

/** The settings of a run: complete, checked, frozen. Durations are milliseconds. */
export type Config = Readonly<z.output<typeof configSchema>>
