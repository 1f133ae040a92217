import { basename } from 'node:path'
import { beforeDashes } from './work-flags.ts'

/**
 * The command that resumes a run: the one that started it, without flags that would delete its
 * progress, quoted for a shell.
 */
export function continueCommand(argv: readonly string[]): string {
  const flags = beforeDashes(argv)
  const kept = flags.filter((word) => word !== '--fresh' && word !== '--dry-run')
  return [...programWords(), ...kept, ...argv.slice(flags.length)].map(shellQuote).join(' ')
}

/** A command that was written with the bare name of the program, as this run was called. */
export function asCalled(command: string): string {
  const program = programWords().map(shellQuote).join(' ')
  return command.replace(/^agentos\b/, () => program)
}

function programWords(): string[] {
  if (/^'?agentos\b/.test(process.env.npm_lifecycle_script ?? '')) return ['npx', 'agentos']
  const script = process.argv[1] ?? 'agentos'
  return basename(script) === 'agentos' ? ['agentos'] : ['node', script]
}

function shellQuote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}
