/** What the commands about gates print. */

import { answerGate, findGate, openGates, type WhichGate } from '../../app/gates.ts'
import { repositoryAt } from '../../app/repository-store.ts'
import type { GateAnswer, StandingGate } from '../../model/gate.ts'
import { cleanWords } from '../../reporters/screen/clean-text.ts'
import { formatDuration } from '../../reporters/words/format-duration.ts'
import { formatInstant } from '../../reporters/words/time-words.ts'
import { plural } from '../../reporters/words/words.ts'
import { askInTerminal, harmless } from './ask-in-terminal.ts'

/** The open gates; in a terminal, with questions for answers. */
export async function showGates({ json }: { readonly json: boolean }): Promise<void> {
  const { stdin, stdout } = process
  const place = repositoryAt(process.cwd())
  const gates = await openGates(place)
  stdout.write(json ? asJson(gates) : asText(gates, Date.now()))
  const open = gates.filter(({ answered }) => answered === undefined)
  if (json || stdin.isTTY !== true || stdout.isTTY !== true || open.length === 0) return
  const answer = (gate: StandingGate, said: GateAnswer) => answerGate(place, gate, said)
  const given = await askInTerminal({ gates: open, output: stdout, answer })
  if (given === 0) return void stdout.write('\n')
  const commands = [...new Set(open.map(({ command }) => command))]
  stdout.write(`\nResume with:  ${commands.join('\n        ')}\n`)
}

/** What one item shows at its gate. */
export async function gateText(
  item: string,
  options: WhichGate & {
    readonly json: boolean
    readonly raw: boolean
    /** Only what is not a terminal gets the very bytes: a terminal would obey escapes in them. */
    readonly isTerminal: boolean
  },
): Promise<string> {
  const gate = await findGate(repositoryAt(process.cwd()), item, options)
  if (options.json) return `${JSON.stringify(described(gate, true), undefined, 2)}\n`
  if (!options.raw) return shown(gate)
  return options.isTerminal ? harmless(gate) : `${gate.content.trimEnd()}\n`
}

/** Records the answer; returns a confirmation with the command to resume. */
export async function answerItem(
  item: string,
  answer: GateAnswer,
  which: WhichGate,
): Promise<string> {
  const place = repositoryAt(process.cwd())
  const gate = await findGate(place, item, which)
  await answerGate(place, gate, answer, which.hash)
  const what = answer.answer === 'approve' ? 'approved' : 'to be revised'
  const before =
    gate.answered === undefined ? '' : `, instead of the earlier ${gate.answered.answer}`
  return `${gate.label}: ${what} at gate ${gate.gate}${before}. Resume with:  ${gate.command}\n`
}

function asText(gates: readonly StandingGate[], now: number): string {
  if (gates.length === 0) return 'No item waits at a gate.\n'
  const open = gates.filter(({ answered }) => answered === undefined)
  const lines = gates.flatMap((gate) => [
    `${gate.label}  gate ${gate.gate}, ${standing(gate, now)}${gate.mock ? ', mock provider' : ''}`,
    `  Asks:  ${cleanWords(gate.question)}`,
    `  Read:  ${gate.path ?? `agentos gates show ${gate.label}`}`,
  ])
  const waiting =
    open.length === 0
      ? 'All are answered: run their commands again.'
      : `${plural(open.length, 'item')} to answer: agentos approve <item>, or agentos revise <item> "…"`
  return `${[...lines, '', waiting].join('\n')}\n`
}

function standing({ answered, askedAt, command }: StandingGate, now: number): string {
  if (answered !== undefined) return `answered: ${answered.answer}; resume with:  ${command}`
  return `since ${formatInstant(askedAt)} (${formatDuration(now - askedAt)})`
}

function asJson(gates: readonly StandingGate[]): string {
  const list = gates.map((gate) => described(gate, false))
  return `${JSON.stringify({ schema: 'agentos.gates/1', gates: list }, undefined, 2)}\n`
}

function described(gate: StandingGate, withContent: boolean): Record<string, unknown> {
  const { workflow, item, label, mock, question, path, hash, command, askedAt, answered } = gate
  return {
    ...{ workflow, item, label, mock, gate: gate.gate, question, path, hash, command, askedAt },
    ...(answered === undefined ? {} : { answered }),
    ...(withContent ? { content: gate.content } : {}),
  }
}

function shown(gate: StandingGate): string {
  const head = [
    `${gate.label} at gate ${gate.gate}, hash ${gate.hash.slice(0, 12)}`,
    `Asks:  ${cleanWords(gate.question)}`,
    ...(gate.path === null ? [] : [`Also:  ${gate.path}`]),
  ]
  return `${head.join('\n')}\n\n${harmless(gate)}`
}
