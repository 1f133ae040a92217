import type { Command } from 'commander'
import { quote } from '../../model/ids.ts'
import { didYouMean } from '../../model/text/nearest.ts'
import { UsageError } from '../../model/usage-error.ts'

const EXAMPLES = `
Completes commands, flags, settings and their values, pending items, items at gates, and runs.

Examples:
  agentos completion bash     as a script; in ~/.bashrc:  source <(agentos completion bash)
  agentos completion zsh      in ~/.zshrc, behind compinit:  source <(agentos completion zsh)
  agentos completion fish     for ~/.config/fish/completions/agentos.fish
`

export function addCompletionCommand(program: Command): void {
  program
    .command('completion')
    .description('print a completion script for a shell')
    .argument('<bash|zsh|fish>', 'the shell')
    .addHelpText('after', EXAMPLES)
    .action(async (shell: string) => {
      const { SHELL_SCRIPTS } = await import('../completion/shell-scripts.ts')
      const script = Object.entries(SHELL_SCRIPTS).find(([name]) => name === shell)?.[1]
      const known = Object.keys(SHELL_SCRIPTS)
      if (script === undefined)
        throw new UsageError('shell-unknown', `There is no completion for ${quote(shell)}.`, {
          hint: didYouMean(shell, known, `There is ${known.join(', ')}.`),
        })
      process.stdout.write(script)
    })
}
