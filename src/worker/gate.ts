/**
 * `gate`: an item stops until a person has answered. Passed, it is passed for good: the answer is in
 * the checkpoint like a step's result. Not answered yet, the item unwinds and its process ends.
 */
import { hash } from 'node:crypto'
import type { RunContext } from '../authoring/run-context.ts'
import type { AskedGate, GateAnswer, GateChoice } from '../model/gate.ts'
import type { Redactor } from '../model/secrets/redactor.ts'
import type { ToCoordinator } from '../protocol/messages.ts'
import type { ItemStore } from '../store/store.ts'
import { FailureError } from './errors.ts'
import type { Journal } from './resume-steps.ts'

export function createGate(options: {
  readonly item: Pick<AskedGate, 'workflow' | 'item' | 'inputHash' | 'mock' | 'command'>
  readonly gates: ItemStore['gates']
  /** Optional gates that the run stops at. */
  readonly wanted: GateChoice
  readonly journal: Journal
  readonly print: (line: string) => void
  readonly send: (message: ToCoordinator) => void
  readonly redactor: Redactor
}): RunContext['gate'] {
  const { item, gates, wanted, journal, print, send, redactor } = options
  return async (name, { path = null, optional = false, ...words }) => {
    const { question, content } = redactor.redactDeep(words)
    const { value } = await journal.record({ kind: 'gate', name }, async (key) => {
      const shown = { question, content, path, hash: gateHash(question, content) }
      const asked: AskedGate = { ...item, ...shown, gate: key }
      const isOff = optional && wanted !== 'all' && wanted !== name
      const { answer, waitedMs } = await pass(asked, gates, { isOff, print })
      const passed = { gate: asked.gate, ...journal.here(), answer: answer.answer }
      if (waitedMs !== undefined) send({ type: 'gate-passed', ...passed, waitedMs })
      return answer
    })
    return value
  }
}

/** Of what a person is shown: an answer counts for this only. */
function gateHash(question: string, content: string): string {
  return hash('sha256', `${question}\0${content}`)
}

/** The answer, or the end of this try. A gate at which somebody was asked stays one. */
async function pass(
  asked: AskedGate,
  gates: ItemStore['gates'],
  { isOff, print }: { readonly isOff: boolean; readonly print: (line: string) => void },
): Promise<{ readonly answer: GateAnswer; readonly waitedMs?: number }> {
  const last = await gates.last(asked)
  const isOurs = last?.gate === asked.gate && last.inputHash === asked.inputHash
  if (isOff && !isOurs) return { answer: { answer: 'approve' } }
  if (isOurs && last.answered !== undefined) {
    if (last.hash === asked.hash) {
      await gates.take(last)
      const { at, by: _, ...answer } = last.answered
      return { answer, waitedMs: at - last.askedAt }
    }
    print(`gate ${asked.gate}: the content has changed since your answer; read it again`)
  }
  await gates.ask(asked, Date.now())
  const { gate, question } = asked
  throw new FailureError({ reason: 'question', gate, question }, question)
}
