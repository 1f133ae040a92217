import type { GateAnswer } from '../../model/gate.ts'
import type { Chosen, Command } from '../command.ts'

interface ItemFlags {
  readonly workflow?: string
  readonly hash?: string
}

const HASH = 'refuse if what is shown has another hash, as `gates show` prints it'
const WORKFLOW = 'which workflow is meant, if two have an item of that name'

const EXAMPLES = `
Examples:
  agentos gates                                  who waits, and for what; in a terminal it asks
  agentos gates show LLD-42                      what is to be decided
  agentos approve LLD-42                         it may go on
  agentos revise LLD-42 "State the timeout."     it must change first
  agentos lld 42                                 goes on from there
`

export function addGatesCommands(program: Command): void {
  const gates = program
    .command('gates')
    .description('who waits for a person, and for what')
    .option('--json', 'one JSON document on stdout')
    .addHelpText('after', EXAMPLES)
    .action(async ({ json = false }: { json?: boolean }) => {
      const { gatesText } = await import('../gates/gates-text.ts')
      process.stdout.write(await gatesText({ json, now: Date.now() }))
      const isTerminal = process.stdin.isTTY === true && process.stdout.isTTY === true
      if (json || !isTerminal) return
      const { answerInTerminal } = await import('../gates/answer-in-terminal.ts')
      await answerInTerminal()
    })
  gates
    .command('show')
    .description('what an item shows at its gate')
    .argument('<item>', 'by label or id')
    .option('--workflow <name>', WORKFLOW)
    .option('--hash <hash>', 'which is meant, if it stands at two gates')
    .option('--raw', 'only the content, as it is; in a terminal, escapes are shown')
    .option('--json', 'one JSON document on stdout')
    .addHelpText('after', EXAMPLES)
    .action(async (item: string, flags: ItemFlags & { raw?: boolean }, chosen: Chosen) => {
      const { json = false } = chosen.optsWithGlobals<{ json?: boolean }>()
      const { raw = false, workflow, hash } = flags
      const { gateText } = await import('../gates/gates-text.ts')
      const isTerminal = process.stdout.isTTY === true
      process.stdout.write(await gateText(item, { workflow, hash, json, raw, isTerminal }))
    })
  program
    .command('approve')
    .description('let an item that waits at a gate go on')
    .argument('<item>', 'by label or id')
    .option('--workflow <name>', WORKFLOW)
    .option('--hash <hash>', HASH)
    .addHelpText('after', EXAMPLES)
    .action((item: string, flags: ItemFlags) => answer(item, { answer: 'approve' }, flags))
  program
    .command('revise')
    .description('say what an item at a gate should change')
    .argument('<item>', 'by label or id')
    .argument('<text>', 'what should change, or the answer to what is asked')
    .option('--workflow <name>', WORKFLOW)
    .option('--hash <hash>', HASH)
    .addHelpText('after', EXAMPLES)
    .action((item: string, text: string, flags: ItemFlags) =>
      answer(item, { answer: 'revise', text }, flags),
    )
}

async function answer(item: string, given: GateAnswer, flags: ItemFlags): Promise<void> {
  const { answerItem } = await import('../gates/gates-text.ts')
  process.stdout.write(await answerItem(item, { ...flags, answer: given }))
}
