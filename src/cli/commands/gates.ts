import type { Command } from 'commander'
import type { WhichGate } from '../../app/gates.ts'
import type { GateAnswer } from '../../model/gate.ts'
import { UsageError } from '../../model/usage-error.ts'

const HASH = 'refuse if the content has another hash than `gates show` printed'
const WORKFLOW = 'the workflow, if two have an item of that name'

const EXAMPLES = `
Examples:
  agentos gates                                  list open gates; in a terminal, asks for answers
  agentos gates show LLD-42                      the content to decide on
  agentos approve LLD-42                         approve: the item may continue
  agentos approve --all                          approve all that wait, after a question
  agentos revise LLD-42 "State the timeout."     the item must be changed first
  agentos lld 42                                 resumes from there
`

export function addGatesCommands(program: Command): void {
  const gates = program
    .command('gates')
    .description('list items that wait for a person')
    .option('--json', 'one JSON document on stdout')
    .addHelpText('after', EXAMPLES)
    .action(async ({ json = false }: { json?: boolean }) => {
      const { showGates } = await import('../gates/gates-text.ts')
      await showGates({ json })
    })
  gates
    .command('show')
    .description('show the content of an item’s gate')
    .argument('<item>', 'by label or id')
    .option('--workflow <name>', WORKFLOW)
    .option('--hash <hash>', 'the hash of the content, if the item is at two gates')
    .option('--raw', 'only the content, as it is; in a terminal, escapes are shown')
    .option('--json', 'one JSON document on stdout')
    .addHelpText('after', EXAMPLES)
    .action(async (item: string, flags: WhichGate & { raw?: boolean }, chosen: Command) => {
      const { json = false } = chosen.optsWithGlobals<{ json?: boolean }>()
      const { raw = false, workflow, hash } = flags
      const { gateText } = await import('../gates/gates-text.ts')
      const isTerminal = process.stdout.isTTY === true
      process.stdout.write(await gateText(item, { workflow, hash, json, raw, isTerminal }))
    })
  program
    .command('approve')
    .description('approve an item at a gate, or all of them')
    .argument('[item]', 'by label or id')
    .option('--all', 'every item that waits at a gate, after a question')
    .option('--yes', 'with --all: do not ask')
    .option('--workflow <name>', WORKFLOW)
    .option('--hash <hash>', HASH)
    .addHelpText('after', EXAMPLES)
    .action(approve)
  program
    .command('revise')
    .description('request a change of an item at a gate')
    .argument('<item>', 'by label or id')
    .argument('<text>', 'the change to make, or the answer to the question')
    .option('--workflow <name>', WORKFLOW)
    .option('--hash <hash>', HASH)
    .addHelpText('after', EXAMPLES)
    .action((item: string, text: string, flags: WhichGate) =>
      answer(item, { answer: 'revise', text }, flags),
    )
}

async function approve(
  item: string | undefined,
  flags: WhichGate & { all?: boolean; yes?: boolean },
): Promise<void> {
  const { all = false, yes = false, workflow, hash } = flags
  if (all === (item !== undefined) || (all && hash !== undefined) || (yes && !all))
    throw new UsageError(
      'approve-misused',
      'Expected an item, with `--hash` if needed, or `--all`, with `--yes` if nobody is to be asked.',
    )
  if (item !== undefined) return answer(item, { answer: 'approve' }, flags)
  const { approveAll } = await import('../gates/approve-all.ts')
  process.exitCode = await approveAll({ workflow, yes })
}

async function answer(item: string, given: GateAnswer, flags: WhichGate): Promise<void> {
  const { answerItem } = await import('../gates/gates-text.ts')
  process.stdout.write(await answerItem(item, given, flags))
}
