/** A person at a terminal answers for items that stand at gates, one after the other. */
import { createInterface } from 'node:readline/promises'
import type { Gate, GateAnswer } from '../model/gate.ts'
import { cleanText, cleanWords } from '../reporters/clean-text.ts'

/** Asks about each gate; returns how many were answered. Who goes away has answered no more. */
export async function askInTerminal(options: {
  readonly gates: readonly Gate[]
  readonly input: NodeJS.ReadableStream
  readonly output: NodeJS.WritableStream
  readonly answer: (gate: Gate, answer: GateAnswer) => void
}): Promise<number> {
  const { gates, input, output, answer } = options
  const terminal = createInterface({ input, output })
  const gone = new AbortController()
  terminal.once('close', () => gone.abort())
  let given = 0
  try {
    for (const gate of gates) {
      output.write(`\n${gate.label} at gate ${gate.gate}: ${cleanWords(gate.question)}\n`)
      if (gate.path !== null) output.write(`  Also in ${gate.path}\n`)
      let said = readAnswer(await terminal.question(QUESTION, { signal: gone.signal }))
      while (said === 'show') {
        output.write(contentOf(gate))
        said = readAnswer(await terminal.question(QUESTION, { signal: gone.signal }))
      }
      if (said === 'skip') continue
      answer(gate, said)
      given += 1
    }
    return given
  } catch (error) {
    if (gone.signal.aborted) return given
    throw error
  } finally {
    terminal.close()
  }
}

const QUESTION = '  s to see it, y to approve, words for what to change, nothing to skip: '

function contentOf({ content }: Gate): string {
  return `\n${cleanText(`${content.trimEnd()}\n`, { colour: false, overwritten: 'kept' })}\n`
}

function readAnswer(words: string): GateAnswer | 'show' | 'skip' {
  const text = words.trim()
  if (/^(|n|no|skip)$/i.test(text)) return 'skip'
  if (/^(s|see|show)$/i.test(text)) return 'show'
  return /^(y|yes|approve)$/i.test(text) ? { answer: 'approve' } : { answer: 'revise', text }
}
