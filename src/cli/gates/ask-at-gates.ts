/** `--ask`: a run that ends with items at gates asks for the answers in the terminal, then resumes. */

import { answerGate, openGates } from '../../app/gates.ts'
import { repositoryAt } from '../../app/repository-store.ts'
import type { StandingGate } from '../../model/gate.ts'
import { EXIT } from '../../model/outcome.ts'
import { UsageError } from '../../model/usage-error.ts'
import { loadWorkflow } from '../../workflows/load-workflow.ts'
import { type Work, work } from '../work.ts'
import { askInTerminal } from './ask-in-terminal.ts'

/** Other items may have failed meanwhile; a run that was stopped is not continued. */
const ASKED_AFTER: readonly number[] = [EXIT.gated, EXIT.failed]

export async function workAndAsk(asked: Work): Promise<number> {
  const { flags, workingDirectory } = asked
  if (!flags.ask) return work(asked)
  if (process.stdin.isTTY !== true)
    throw new UsageError('ask-without-terminal', '`--ask` needs a terminal.', {
      hint: 'Leave it out, and answer with `agentos approve` or `agentos revise`.',
    })
  const place = repositoryAt(workingDirectory)
  const { name } = await loadWorkflow(asked.source)
  const isMock = flags.mock || flags.mockUrl !== undefined
  const isOurs = ({ workflow, answered, item, label, mock }: StandingGate) =>
    workflow === name &&
    mock === isMock &&
    answered === undefined &&
    (flags.names === 'all' || flags.names.includes(item) || flags.names.includes(label))
  for (let next = asked; ; next = { ...asked, flags: { ...flags, fresh: false } }) {
    const exitCode = await work(next)
    if (!ASKED_AFTER.includes(exitCode)) return exitCode
    const gates = (await openGates(place)).filter(isOurs)
    if (gates.length === 0) return exitCode
    const given = await askInTerminal({
      gates,
      output: flags.json ? process.stderr : process.stdout,
      answer: (gate, answer) => answerGate(place, gate, answer),
    })
    if (given === 0) return exitCode
  }
}
