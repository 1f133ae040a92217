import type { Command } from '../../command.ts'
import { addBuiltInCommand } from './built-in.ts'

const EXAMPLES = `  agentos issue --all --dry-run              which briefs would become issues
  agentos issue --all --parallel 3 --mock    all of them, by the mock provider
  agentos issue dark-mode                    ideas/dark-mode.md -> issues/<number>-….md
  agentos issue dark-mode --gates verdict    a person has the last word
`

export function addIssueCommand(program: Command, argv: readonly string[]): void {
  addBuiltInCommand(program, argv, {
    name: 'issue',
    description: 'brief -> reviewed issue',
    items: ['briefs', 'briefs by the name of their file or by label'],
    examples: EXAMPLES,
  })
}
