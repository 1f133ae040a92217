/** The user's mistake: shown without a stack, exit code 2, nothing ran. */
export class UsageError extends Error {
  readonly code: string
  readonly hint: string | undefined

  constructor(code: string, message: string, options: { hint?: string; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'UsageError'
    this.code = code
    this.hint = options.hint
  }
}
