/** The commands that work on items: one for each built-in workflow, and `run` for those of one's own. */
import type { Command } from 'commander'
import { addWorkFlags, parseWorkFlags, type RawFlags } from '../work-flags.ts'

interface BuiltIn {
  readonly description: string
  /** What its items are called, and how they are named. */
  readonly items: readonly [string, string]
  readonly examples: string
  /** Another way to name an item, as its name. */
  readonly nameOf?: (given: string) => string
}

/** By the name of the workflow, which is the command's too. */
export const BUILT_IN: Readonly<Record<string, BuiltIn>> = {
  issue: {
    description: 'brief -> reviewed issue',
    items: ['briefs', 'briefs by the name of their file or by label'],
    examples: `  agentos issue --all --dry-run              which briefs would become issues
  agentos issue --all --parallel 3 --mock    all of them, by the mock provider
  agentos issue dark-mode                    ideas/dark-mode.md -> issues/<number>-….md
  agentos issue dark-mode --gates verdict    a person has the last word
`,
  },
  lld: {
    description: 'issue -> approved low-level design',
    items: ['issues', 'issues by number or label'],
    examples: `  agentos lld --all --dry-run              which issues would be designed
  agentos lld --all --parallel 3 --mock    all of them, by the mock provider
  agentos lld 42                           issues/42-….md -> docs/lld/LLD-42.md
  agentos lld 42 --gates draft             a person sees the draft before its review
`,
  },
  implement: {
    description: 'approved design -> tested code on a branch',
    items: ['designs', 'designs by number or label'],
    examples: `  agentos implement --all --dry-run              which designs would be built, and who waits for whom
  agentos implement --all --parallel 3 --mock    all of them, by the mock provider
  agentos implement 42                           docs/lld/LLD-42.md -> branch agentos/42-…
  agentos implement 42 --gates verdict           a person sees the approved diff before it counts
`,
    nameOf: (given) => given.replace(/^LLD-(?=\d+$)/, ''),
  },
}

const RUN_EXAMPLES = `
Examples:
  agentos run greet.mts --all --dry-run       what would be done
  agentos run greet.mts --all --parallel 3    three items at once
  agentos run greet.mts ada alan              two items by name
  agentos run greet.mts ada --fresh           start ada over
`

export function addWorkCommands(program: Command, argv: readonly string[]): void {
  const work = async (source: string, items: readonly string[], raw: RawFlags) => {
    const flags = parseWorkFlags(items, raw, argv)
    const { workAndAsk } = await import('../gates/ask-at-gates.ts')
    process.exitCode = await workAndAsk({ source, flags, argv, workingDirectory: process.cwd() })
  }
  for (const [name, about] of Object.entries(BUILT_IN)) {
    const { description, items, examples, nameOf = (given: string) => given } = about
    const command = program.command(name).description(description)
    addWorkFlags(command.argument(`[${items[0]}...]`, items[1]))
      .addHelpText('after', `\nExamples:\n${examples}`)
      .action(async (names: string[], raw: RawFlags) => {
        const { builtInSource } = await import('../../workflows/load-workflow.ts')
        await work(builtInSource(name), names.map(nameOf), raw)
      })
  }
  const run = program
    .command('run')
    .description('run a workflow of your own')
    .argument('<workflow.mts>', 'the file whose default export is the workflow')
    .argument('[items...]', 'items by id or label')
  addWorkFlags(run).addHelpText('after', RUN_EXAMPLES).action(work)
}
