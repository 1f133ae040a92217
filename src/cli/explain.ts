import { EXIT } from '../model/outcome.ts'
import { UsageError } from '../model/usage-error.ts'
import { cleanText } from '../reporters/clean-text.ts'

/** Turns what was thrown into words on stderr; returns the exit code. */
export function explain(error: unknown, { verbose }: { readonly verbose: boolean }): number {
  if (error instanceof UsageError) {
    printError(error.message, error.hint)
    if (verbose && error.cause instanceof Error) process.stderr.write(`${error.cause.stack}\n`)
    return error.exitCode
  }
  const detail = error instanceof Error ? error : new Error(String(error))
  printError(`This is a bug in AgentOS: ${detail.message}`, verbose ? undefined : '-v shows where.')
  if (verbose) process.stderr.write(`${detail.stack}\n`)
  return EXIT.bug
}

function printError(message: string, hint?: string): void {
  const clean = cleanText(`${message}\n`, { colour: false, overwritten: 'kept' })
  process.stderr.write(`error: ${clean}${hint === undefined ? '' : `  ${hint}\n`}`)
}
