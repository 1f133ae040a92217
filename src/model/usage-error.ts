/** The user's mistake: shown without a stack, exit code 2 unless said otherwise, nothing ran. */
export class UsageError extends Error {
  readonly code: string
  readonly hint: string | undefined
  readonly exitCode: number

  constructor(
    code: string,
    message: string,
    options: { hint?: string; cause?: unknown; exitCode?: number } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'UsageError'
    this.code = code
    this.hint = options.hint
    this.exitCode = options.exitCode ?? 2
  }
}
