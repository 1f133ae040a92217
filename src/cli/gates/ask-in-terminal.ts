/** A person at a terminal answers for items that stand at gates, one after the other. */
import { createInterface } from 'node:readline/promises'
import type { GateAnswer, StandingGate } from '../../model/gate.ts'
import { cleanText, cleanWords } from '../../reporters/screen/clean-text.ts'

type Key = 'yes' | 'revise' | 'show' | 'next' | 'quit'

/** Asks about each gate; returns how many were answered; a closed terminal ends the questions. */
export async function askInTerminal(options: {
  readonly gates: readonly StandingGate[]
  readonly input?: NodeJS.ReadableStream
  readonly output: NodeJS.WritableStream
  readonly answer: (gate: StandingGate, answer: GateAnswer) => Promise<void>
}): Promise<number> {
  const { gates, input = process.stdin, output, answer } = options
  const terminal = createInterface({ input, output })
  const gone = new AbortController()
  terminal.once('close', () => gone.abort())
  const ask = (question: string) => terminal.question(question, { signal: gone.signal })
  let given = 0
  try {
    for (const gate of gates) {
      output.write(`\n${gate.label} at gate ${gate.gate}: ${cleanWords(gate.question)}\n`)
      if (gate.path !== null) output.write(`  Also in ${gate.path}\n`)
      const key = await keyFor(gate, { ask, output })
      if (key === 'quit') break
      const said =
        typeof key === 'object' ? key : key === 'next' ? undefined : await answerOf(key, ask)
      if (said === undefined) continue
      await answer(gate, said)
      given += 1
      const what = said.answer === 'approve' ? 'approved' : `to be revised: ${said.text}`
      output.write(`  ${gate.label}: ${what}\n`)
    }
    return given
  } catch (error) {
    if (gone.signal.aborted) return given
    throw error
  } finally {
    terminal.close()
  }
}

export const QUESTION = '[y]es, [r]evise, [s]how, [n]ext, [q]uit: '
export const CONFIRMATION = 'Is this what should change? [y/N]: '

const KEYS: Readonly<Record<string, Key>> = {
  ...{ y: 'yes', yes: 'yes', ok: 'yes', approve: 'yes', r: 'revise', revise: 'revise' },
  ...{ s: 'show', show: 'show', '': 'next', n: 'next', no: 'next', next: 'next', skip: 'next' },
  ...{ q: 'quit', quit: 'quit', exit: 'quit' },
}

/** A key, or other words once they are confirmed: what is said here binds, and costs money. */
async function keyFor(
  gate: StandingGate,
  { ask, output }: { ask: (question: string) => Promise<string>; output: NodeJS.WritableStream },
): Promise<Exclude<Key, 'show'> | GateAnswer> {
  for (;;) {
    const typed = (await ask(`  ${QUESTION}`)).trim()
    const key = KEYS[typed.toLowerCase()]
    if (key === 'show') output.write(`\n${harmless(gate)}\n`)
    else if (key !== undefined) return key
    else if (KEYS[(await ask(`  ${CONFIRMATION}`)).trim().toLowerCase()] === 'yes')
      return { answer: 'revise', text: typed }
  }
}

async function answerOf(
  key: 'yes' | 'revise',
  ask: (question: string) => Promise<string>,
): Promise<GateAnswer | undefined> {
  if (key === 'yes') return { answer: 'approve' }
  const text = (await ask('  What should change (nothing to leave it): ')).trim()
  return text === '' ? undefined : { answer: 'revise', text }
}

/** What the item shows, without what a terminal would obey. */
export function harmless({ content }: StandingGate): string {
  return cleanText(`${content.trimEnd()}\n`, { colour: false, overwritten: 'kept' })
}
