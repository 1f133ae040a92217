/**
 * The command that goes on with a run: the same one, less what would forget the progress, and
 * quoted so that it can be copied.
 */
export function continueCommand(argv: readonly string[]): string {
  const startedByNpx = /^'?agentos\b/.test(process.env.npm_lifecycle_script ?? '')
  const program = startedByNpx ? ['npx', 'agentos'] : ['agentos']
  return [...program, ...argv.filter((word) => word !== '--fresh' && word !== '--dry-run')]
    .map(shellQuote)
    .join(' ')
}

function shellQuote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}
