import { fileURLToPath } from 'node:url'
import type { Command } from 'commander'
import { addWorkFlags, parseWorkFlags } from '../work-flags.ts'

const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js'
const WORKFLOW = fileURLToPath(
  new URL(`../../workflows/implement/implement.${extension}`, import.meta.url),
)

const EXAMPLES = `
Examples:
  agentos implement --all --dry-run              which designs would be built, and who waits for whom
  agentos implement --all --parallel 3 --mock    all of them, by the offline provider
  agentos implement 42                           docs/lld/LLD-42.md -> branch agentos/42-…
`

export function addImplementCommand(program: Command, argv: readonly string[]): void {
  const command = program
    .command('implement')
    .description('approved design -> tested code on a branch')
    .argument('[designs...]', 'designs by number or label')
  addWorkFlags(command)
    .addHelpText('after', EXAMPLES)
    .action(async (designs: string[], raw) => {
      const names = designs.map((name) => name.replace(/^LLD-(?=\d+$)/, ''))
      const flags = parseWorkFlags(names, raw, argv)
      const { work } = await import('../work.ts')
      const workingDirectory = process.cwd()
      process.exitCode = await work({ workflowFile: WORKFLOW, flags, argv, workingDirectory })
    })
}
