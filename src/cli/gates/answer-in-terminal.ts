/** `agentos gates` in a terminal asks for answers at once. */

import { answerGate, gatesPlace, openGates } from '../../app/gates.ts'
import { askInTerminal } from './ask-in-terminal.ts'

export async function answerInTerminal(): Promise<void> {
  const place = gatesPlace(process.cwd())
  const gates = (await openGates(place)).filter(({ answered }) => answered === undefined)
  if (gates.length === 0) return
  const given = await askInTerminal({
    gates,
    input: process.stdin,
    output: process.stdout,
    answer: (gate, answer) => answerGate(place, gate, { answer, hash: undefined }),
  })
  if (given === 0) return void process.stdout.write('\n')
  const commands = [...new Set(gates.map(({ command }) => command))]
  process.stdout.write(`\nResume with:  ${commands.join('\n        ')}\n`)
}
