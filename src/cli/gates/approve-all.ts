/** `agentos approve --all`: lists the items that wait, asks once, and approves exactly these. */
import { createInterface } from 'node:readline/promises'
import { answerGate, openGates } from '../../app/gates.ts'
import { repositoryAt } from '../../app/repository-store.ts'
import type { StandingGate } from '../../model/gate.ts'
import { EXIT } from '../../model/outcome.ts'
import { UsageError } from '../../model/usage-error.ts'
import { cleanWords } from '../../reporters/screen/clean-text.ts'
import { tableLines } from '../../reporters/screen/table.ts'
import { plural } from '../../reporters/words/words.ts'

/** Returns the exit code. */
export async function approveAll(options: {
  readonly workflow: string | undefined
  readonly yes: boolean
}): Promise<number> {
  const { workflow, yes } = options
  const { stdout } = process
  const place = repositoryAt(process.cwd())
  const gates = (await openGates(place)).filter(
    (gate) => gate.answered === undefined && (workflow ?? gate.workflow) === gate.workflow,
  )
  if (gates.length === 0) {
    stdout.write('No item waits for an answer at a gate.\n')
    return EXIT.done
  }
  stdout.write(`${listOf(gates).join('\n')}\n`)
  if (!yes && !(await isAgreed(gates.length))) {
    stdout.write('Nothing was approved.\n')
    return EXIT.done
  }
  const failed = []
  for (const gate of gates) {
    // The hash is that of the list: other content, shown meanwhile, is not approved by it.
    const why = await answerGate(place, gate, { answer: 'approve' }, gate.hash).catch(reasonOf)
    if (why !== undefined) failed.push(`${gate.label}: not approved: ${why}`)
  }
  const commands = [...new Set(gates.map(({ command }) => command))]
  const approved = gates.length - failed.length
  stdout.write(
    `${[`${plural(approved, 'item')} approved.`, ...failed, ...(approved === 0 ? [] : [`Resume with:  ${commands.join('\n              ')}`])].join('\n')}\n`,
  )
  return failed.length === 0 ? EXIT.done : EXIT.failed
}

function listOf(gates: readonly StandingGate[]): string[] {
  const rows = gates.map(({ label, gate, hash, path, question, mock }) => [
    label,
    gate,
    hash.slice(0, 12),
    path ?? `agentos gates show ${label}`,
    `${cleanWords(question)}${mock ? ' (mock provider)' : ''}`,
  ])
  return tableLines(['ITEM', 'GATE', 'HASH', 'READ', 'ASKS'], rows, process.stdout.columns)
}

async function isAgreed(count: number): Promise<boolean> {
  const { stdin, stdout } = process
  if (stdin.isTTY !== true || stdout.isTTY !== true)
    throw new UsageError('approve-unconfirmed', '`approve --all` needs a terminal to ask in.', {
      hint: 'Read what is listed; `agentos approve --all --yes` approves it without a question.',
    })
  const terminal = createInterface({ input: stdin, output: stdout })
  const gone = new AbortController()
  terminal.once('close', () => gone.abort())
  try {
    const answer = await terminal.question(`Approve ${plural(count, 'item')}? [y/N] `, gone)
    return /^\s*y(es)?\s*$/i.test(answer)
  } catch (error) {
    if (!gone.signal.aborted) throw error
    stdout.write('\n')
    return false
  } finally {
    terminal.close()
  }
}

/** One that cannot be approved, such as a file that was edited, does not keep the others back. */
function reasonOf(error: unknown): string {
  if (error instanceof UsageError) return error.message
  throw error
}
