import type { Command } from 'commander'
import type { Gate, GateAnswer } from '../../model/gate.ts'
import { cleanText, cleanWords } from '../../reporters/clean-text.ts'
import { formatDuration, plural } from '../../reporters/words.ts'
import { answerGate, findGate, gatesPlace, openGates } from '../gates.ts'

interface ItemFlags {
  readonly workflow?: string
  readonly hash?: string
}

const HASH = 'refuse if what is shown has another hash, as `gates show` prints it'
const WORKFLOW = 'which workflow is meant, if two have an item of that name'

const EXAMPLES = `
Examples:
  agentos gates                                  who waits, and for what
  agentos gates show LLD-42                      what is to be decided
  agentos approve LLD-42                         it may go on
  agentos revise LLD-42 "State the timeout."     it must change first
  agentos lld 42                                 goes on from there
`

export function addGatesCommands(program: Command): void {
  const gates = program
    .command('gates')
    .description('items that wait for a person, and what they ask')
    .option('--json', 'one JSON document on stdout')
    .addHelpText('after', EXAMPLES)
    .action((flags: { json?: boolean }) => {
      const open = openGates(gatesPlace(process.cwd()))
      process.stdout.write(flags.json === true ? asJson(open) : asText(open, Date.now()))
    })
  gates
    .command('show')
    .description('what an item shows at its gate')
    .argument('<item>', 'by label or id')
    .option('--workflow <name>', WORKFLOW)
    .option('--raw', 'only the content, as it is')
    .option('--json', 'one JSON document on stdout')
    .action((item: string, flags: ItemFlags & { raw?: boolean }, command: Command) => {
      const { json = false } = command.optsWithGlobals<{ json?: boolean }>()
      const gate = findGate(gatesPlace(process.cwd()), item, flags.workflow)
      if (json) process.stdout.write(`${JSON.stringify(described(gate, true), undefined, 2)}\n`)
      else if (flags.raw === true) process.stdout.write(`${gate.content.trimEnd()}\n`)
      else process.stdout.write(shown(gate))
    })
  program
    .command('approve')
    .description('let an item go on that waits at a gate')
    .argument('<item>', 'by label or id')
    .option('--workflow <name>', WORKFLOW)
    .option('--hash <hash>', HASH)
    .addHelpText('after', EXAMPLES)
    .action((item: string, flags: ItemFlags) => answer(item, { answer: 'approve' }, flags))
  program
    .command('revise')
    .description('send an item that waits at a gate back, and say what should change')
    .argument('<item>', 'by label or id')
    .argument('<text>', 'what should change, or the answer to what is asked')
    .option('--workflow <name>', WORKFLOW)
    .option('--hash <hash>', HASH)
    .addHelpText('after', EXAMPLES)
    .action((item: string, text: string, flags: ItemFlags) =>
      answer(item, { answer: 'revise', text }, flags),
    )
}

function answer(item: string, given: GateAnswer, { workflow, hash }: ItemFlags): void {
  const place = gatesPlace(process.cwd())
  const gate = findGate(place, item, workflow)
  answerGate(place, gate, { answer: given, hash })
  const what = given.answer === 'approve' ? 'approved' : 'to be revised'
  const before =
    gate.answered === undefined ? '' : `, instead of the earlier ${gate.answered.answer}`
  process.stdout.write(
    `${gate.label}: ${what} at gate ${gate.gate}${before}. Go on:  ${gate.command}\n`,
  )
}

function asText(gates: readonly Gate[], now: number): string {
  if (gates.length === 0) return 'Nobody waits at a gate.\n'
  const open = gates.filter(({ answered }) => answered === undefined)
  const lines = gates.flatMap((gate) => [
    `${gate.label}  gate ${gate.gate}, ${standing(gate, now)}${gate.mock ? ', offline' : ''}`,
    `  Asks:  ${cleanWords(gate.question)}`,
    `  Read:  ${gate.path ?? `agentos gates show ${gate.label}`}`,
  ])
  const waiting =
    open.length === 0
      ? 'All are answered: run their commands again.'
      : `${plural(open.length, 'item')} to answer: agentos approve <item>, or agentos revise <item> "…"`
  return `${[...lines, '', waiting].join('\n')}\n`
}

function standing({ answered, askedAt, command }: Gate, now: number): string {
  if (answered !== undefined) return `answered: ${answered.answer}; go on:  ${command}`
  return `since ${new Date(askedAt).toISOString()} (${formatDuration(now - askedAt)})`
}

function asJson(gates: readonly Gate[]): string {
  const list = gates.map((gate) => described(gate, false))
  return `${JSON.stringify({ schema: 'agentos.gates/1', gates: list }, undefined, 2)}\n`
}

function described(gate: Gate, withContent: boolean): Record<string, unknown> {
  const { workflow, item, label, mock, question, path, hash, command, askedAt, answered } = gate
  return {
    ...{ workflow, item, label, mock, gate: gate.gate, question, path, hash, command, askedAt },
    ...(answered === undefined ? {} : { answered }),
    ...(withContent ? { content: gate.content } : {}),
  }
}

function shown(gate: Gate): string {
  const head = [
    `${gate.label} at gate ${gate.gate}, hash ${gate.hash.slice(0, 12)}`,
    `Asks:  ${cleanWords(gate.question)}`,
    ...(gate.path === null ? [] : [`Also:  ${gate.path}`]),
  ]
  const text = cleanText(`${gate.content.trimEnd()}\n`, { colour: false, overwritten: 'kept' })
  return `${head.join('\n')}\n\n${text}`
}
