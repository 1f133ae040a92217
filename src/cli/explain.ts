/** Turns what was thrown into words on stderr, and into an exit code. */
import { withoutKeys } from '../app/secrets/known-secrets.ts'
import { EXIT } from '../model/outcome.ts'
import { UsageError } from '../model/usage-error.ts'
import { cleanText, cleanWords } from '../reporters/screen/clean-text.ts'

export async function explain(
  error: unknown,
  { argv, verbose }: { readonly argv: readonly string[]; readonly verbose: boolean },
): Promise<number> {
  if (error instanceof UsageError) {
    const clean = (text: string) => withoutKeys(text, process.env)
    return explainMistake(error, { verbose, clean })
  }
  try {
    const { describeCrash, keepCrash } = await import('./crash.ts')
    const crash = describeCrash(error, { argv, environment: process.env })
    const place = keepCrash(crash)
    printError(
      `Internal error: ${cleanWords(crash.message)}`,
      place === undefined ? undefined : `Details for a bug report:  ${place}`,
    )
    if (verbose) process.stderr.write(`${crash.stack}\n`)
  } catch (second) {
    // Not even that much works, such as loading a file. The message may have a key in it: its kind has not.
    const names = [error, second].map((one) => (one instanceof Error ? one.name : typeof one))
    printError(`Internal error (${names[0]}); reporting it failed too (${names[1]}).`)
  }
  return EXIT.bug
}

/** The user's: no stack, but what to do. `clean` takes keys out of words that are not our own. */
export function explainMistake(
  error: UsageError,
  { verbose, clean }: { readonly verbose: boolean; readonly clean: (text: string) => string },
): number {
  printError(clean(error.message), error.hint)
  if (verbose && error.cause instanceof Error)
    process.stderr.write(`${clean(error.cause.stack ?? '')}\n`)
  return error.exitCode
}

function printError(message: string, hint?: string): void {
  const clean = cleanText(`${message}\n`, { colour: false, overwritten: 'kept' })
  process.stderr.write(`error: ${clean}${hint === undefined ? '' : `  ${hint}\n`}`)
}
