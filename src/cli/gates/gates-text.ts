/** What the commands about gates print. */

import { answerGate, findGate, gatesPlace, openGates } from '../../app/gates.ts'
import type { GateAnswer, StandingGate } from '../../model/gate.ts'
import { cleanText, cleanWords } from '../../reporters/screen/clean-text.ts'
import { formatDuration } from '../../reporters/words/format-duration.ts'
import { plural } from '../../reporters/words/words.ts'

/** The open gates. */
export async function gatesText({
  json,
  now,
}: {
  readonly json: boolean
  readonly now: number
}): Promise<string> {
  const open = await openGates(gatesPlace(process.cwd()))
  return json ? asJson(open) : asText(open, now)
}

/** What one item shows at its gate. */
export async function gateText(
  item: string,
  options: {
    readonly workflow?: string | undefined
    readonly hash?: string | undefined
    readonly json: boolean
    readonly raw: boolean
    /** Only what is not a terminal gets the very bytes: a terminal would obey escapes in them. */
    readonly isTerminal: boolean
  },
): Promise<string> {
  const gate = await findGate(gatesPlace(process.cwd()), item, options)
  if (options.json) return `${JSON.stringify(described(gate, true), undefined, 2)}\n`
  if (!options.raw) return shown(gate)
  return options.isTerminal ? harmless(gate) : `${gate.content.trimEnd()}\n`
}

/** Records the answer; returns a confirmation with the command to resume. */
export async function answerItem(
  item: string,
  options: {
    readonly answer: GateAnswer
    readonly workflow?: string | undefined
    readonly hash?: string | undefined
  },
): Promise<string> {
  const place = gatesPlace(process.cwd())
  const { answer, workflow, hash } = options
  const gate = await findGate(place, item, { workflow, hash })
  await answerGate(place, gate, { answer, hash })
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
  return `since ${new Date(askedAt).toISOString()} (${formatDuration(now - askedAt)})`
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

function harmless({ content }: StandingGate): string {
  return cleanText(`${content.trimEnd()}\n`, { colour: false, overwritten: 'kept' })
}
