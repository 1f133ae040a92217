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
      const said = key === 'next' ? undefined : await answerOf(key, ask)
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

const QUESTION = '  [y]es, [r]evise, [s]how, [n]ext, [q]uit: '

const KEYS: Readonly<Record<string, Key>> = {
  ...{ y: 'yes', yes: 'yes', ok: 'yes', approve: 'yes', r: 'revise', revise: 'revise' },
  ...{ s: 'show', show: 'show', '': 'next', n: 'next', no: 'next', next: 'next', skip: 'next' },
  ...{ q: 'quit', quit: 'quit', exit: 'quit' },
}

/** Nothing but a key is an answer: what is said here binds, and costs money. */
async function keyFor(
  gate: StandingGate,
  { ask, output }: { ask: (question: string) => Promise<string>; output: NodeJS.WritableStream },
): Promise<Exclude<Key, 'show'>> {
  for (;;) {
    const key = KEYS[(await ask(QUESTION)).trim().toLowerCase()]
    if (key === 'show') output.write(`\n${harmless(gate)}\n`)
    else if (key !== undefined) return key
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
