import { fileURLToPath } from 'node:url'
import type { Command } from 'commander'
import { addWorkFlags, parseWorkFlags } from '../work-flags.ts'

const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js'
const WORKFLOW = fileURLToPath(new URL(`../../workflows/lld/lld.${extension}`, import.meta.url))

const EXAMPLES = `
Examples:
  agentos lld --all --dry-run              which issues would be designed
  agentos lld --all --parallel 3 --mock    all of them, by the offline provider
  agentos lld 42                           issues/42-….md -> docs/lld/LLD-42.md
`

export function addLldCommand(program: Command, argv: readonly string[]): void {
  const command = program
    .command('lld')
    .description('issue -> approved low-level design')
    .argument('[issues...]', 'issues by number or label')
  addWorkFlags(command)
    .addHelpText('after', EXAMPLES)
    .action(async (issues: string[], raw) => {
      const flags = parseWorkFlags(issues, raw, argv)
      const { work } = await import('../work.ts')
      const workingDirectory = process.cwd()
      process.exitCode = await work({ workflowFile: WORKFLOW, flags, argv, workingDirectory })
    })
}
