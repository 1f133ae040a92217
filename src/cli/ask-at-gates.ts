/** `--ask`: a run that ends with items at gates asks for the answers in the terminal, then goes on. */
import { createInterface } from 'node:readline/promises'
import { loadWorkflow } from '../authoring/load-workflow.ts'
import type { Gate, GateAnswer } from '../model/gate.ts'
import { EXIT } from '../model/outcome.ts'
import { UsageError } from '../model/usage-error.ts'
import { cleanWords } from '../reporters/clean-text.ts'
import { answerGate, gatesPlace, openGates } from './gates.ts'
import type { Work } from './prepare.ts'
import { work } from './work.ts'

export async function workAndAsk(asked: Work): Promise<number> {
  const { flags, workingDirectory } = asked
  if (!flags.ask) return work(asked)
  if (process.stdin.isTTY !== true)
    throw new UsageError('ask-without-terminal', '`--ask` wants a terminal to ask in.', {
      hint: 'Leave it out, and answer with `agentos approve` or `agentos revise`.',
    })
  const place = gatesPlace(workingDirectory)
  const { name } = await loadWorkflow(asked.workflowFile)
  const isOurs = ({ workflow, answered, item, label }: Gate) =>
    workflow === name &&
    answered === undefined &&
    (flags.names === 'all' || flags.names.includes(item) || flags.names.includes(label))
  for (let next = asked; ; next = { ...asked, flags: { ...flags, fresh: false } }) {
    const exitCode = await work(next)
    if (exitCode !== EXIT.gated) return exitCode
    const given = await askInTerminal({
      gates: openGates(place).filter(isOurs),
      input: process.stdin,
      output: flags.json ? process.stderr : process.stdout,
      answer: (gate, answer) => answerGate(place, gate, { answer, hash: undefined }),
    })
    if (given === 0) return exitCode
  }
}

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
      output.write(`  Read:  ${gate.path ?? `agentos gates show ${gate.label}`}\n`)
      const words = await terminal.question(
        '  y to approve, what to change, or nothing to skip: ',
        {
          signal: gone.signal,
        },
      )
      const said = readAnswer(words)
      if (said === undefined) continue
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

function readAnswer(words: string): GateAnswer | undefined {
  const text = words.trim()
  if (/^(|n|no|s|skip)$/i.test(text)) return undefined
  return /^(y|yes|approve)$/i.test(text) ? { answer: 'approve' } : { answer: 'revise', text }
}
