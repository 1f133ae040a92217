/** A work command: a plan that is printed, or a run that prints. Returns the exit code. */
import { executeRun } from '../app/run/execute-run.ts'
import { planRun } from '../app/run/plan-run.ts'
import { prepare } from '../app/run/prepare.ts'
import { asCalled, continueCommand } from './continue-command.ts'
import { createReporting } from './screen/reporting.ts'
import { dryRunText } from './show/dry-run-text.ts'
import { onStopSignal, stopOnSignals } from './signals.ts'
import type { WorkFlags } from './work-flags.ts'

export interface Work {
  /** The workflow's file, or `agentos:` and the name of a built-in one. */
  readonly source: string
  readonly flags: WorkFlags
  readonly workingDirectory: string
  /** The command line without the program's name, to be repeated. */
  readonly argv: readonly string[]
}

export async function work({ argv, ...asked }: Work): Promise<number> {
  const { flags } = asked
  const warn = (text: string): void => void process.stderr.write(`warning: ${text}\n`)
  const prepared = await prepare(
    { ...asked, command: continueCommand(argv), program: asCalled('agentos') },
    warn,
  )
  if (flags.dryRun) {
    const plan = await planRun(prepared)
    process.stdout.write(flags.json ? `${JSON.stringify(plan)}\n` : dryRunText(plan, Date.now()))
    return 0
  }
  return executeRun(prepared, {
    warn,
    openReporting: (about) => createReporting({ ...about, flags }),
    stopOnDemand: stopOnSignals,
    onImpatience: onStopSignal,
  })
}
