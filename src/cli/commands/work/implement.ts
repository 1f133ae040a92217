import type { Command } from '../../command.ts'
import { addBuiltInCommand } from './built-in.ts'

const EXAMPLES = `  agentos implement --all --dry-run              which designs would be built, and who waits for whom
  agentos implement --all --parallel 3 --mock    all of them, by the mock provider
  agentos implement 42                           docs/lld/LLD-42.md -> branch agentos/42-…
  agentos implement 42 --gates verdict           a person sees the approved diff before it counts
`

export function addImplementCommand(program: Command, argv: readonly string[]): void {
  addBuiltInCommand(program, argv, {
    name: 'implement',
    description: 'approved design -> tested code on a branch',
    items: ['designs', 'designs by number or label'],
    examples: EXAMPLES,
    nameOf: (given) => given.replace(/^LLD-(?=\d+$)/, ''),
  })
}
