/** The request of a run, independent of its source: command line, page, another program. */
import type { SettingFlag } from '../../config/layers.ts'
import type { GateChoice } from '../../model/gate.ts'

export interface RunRequest {
  /** The workflow's file, or `agentos:` and the name of a built-in one. */
  readonly source: string
  readonly flags: RunFlags
  readonly workingDirectory: string
  /** The command that resumes this run. */
  readonly command: string
  /** How this program was called, as the beginning of other commands. */
  readonly program: string
}

export interface RunFlags {
  readonly names: readonly string[] | 'all'
  /** The requested number of items at once, before the cap. */
  readonly parallel: number
  readonly dryRun: boolean
  readonly fresh: boolean
  readonly failFast: boolean
  /** Optional gates to stop at. */
  readonly gates: GateChoice
  /** Ask the mock provider: one inside this run, or a standing one. */
  readonly mock: boolean
  readonly mockUrl: string | undefined
  readonly scenario: string | undefined
  readonly seed: number
  readonly config: string | undefined
  readonly settings: readonly SettingFlag[]
}
