import type { Aliases } from './asked-model.ts'
import type { Provider } from './provider.ts'
import type { RoleSettings } from './roles.ts'

/** Which model plays which role, and how it is reached. Holds no secret: workers get it whole. */
export interface ModelSettings {
  readonly roles: Readonly<Record<string, RoleSettings>>
  readonly providers: Readonly<Record<string, Provider>>
  readonly aliases: Aliases
  /** Dollars per million tokens. */
  readonly prices: Readonly<
    Record<
      string,
      {
        input: number
        output: number
        cached?: number | undefined
        cacheWrite?: number | undefined
      }
    >
  >
  /** Until an answer begins, and for how long it may be silent then. */
  readonly callTimeoutMs: number
  readonly streamIdleMs: number
  readonly retries: number
  /** The mock provider answers: its results do not count for real runs. */
  readonly mock: boolean
}
