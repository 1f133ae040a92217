import type { Command } from '../../command.ts'
import { addBuiltInCommand } from './built-in.ts'

const EXAMPLES = `  agentos lld --all --dry-run              which issues would be designed
  agentos lld --all --parallel 3 --mock    all of them, by the mock provider
  agentos lld 42                           issues/42-….md -> docs/lld/LLD-42.md
  agentos lld 42 --gates draft             a person sees the draft before its review
`

export function addLldCommand(program: Command, argv: readonly string[]): void {
  addBuiltInCommand(program, argv, {
    name: 'lld',
    description: 'issue -> approved low-level design',
    items: ['issues', 'issues by number or label'],
    examples: EXAMPLES,
  })
}
