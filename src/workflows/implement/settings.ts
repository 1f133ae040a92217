/** What the config says under `implement`; checked when it was loaded. */
export interface ImplementSettings {
  readonly base?: string
  readonly setup?: string
  readonly test?: string
  readonly testFiles?: string
  /** How tests of an unknown runner are judged. */
  readonly judgeBy: 'counts' | 'exit-code'
  /** Left out, as detected. */
  readonly checks?: false | string | readonly string[]
  readonly testPaths: readonly string[]
  readonly allowedPaths: readonly string[]
  readonly appendOnly: readonly string[]
  /** Left out, as detected. */
  readonly commitMessage?: string
  /** Which reports are committed to the branch. */
  readonly reports: 'one' | 'all' | 'none'
  readonly commandTimeout: number
}
