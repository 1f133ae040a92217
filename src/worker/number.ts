import type { RunContext } from '../authoring/run-context.ts'
import type { ItemId, WorkflowName } from '../model/ids.ts'
import { SqliteNumbers } from '../store/sqlite/numbers.ts'
import { inLedger } from './in-ledger.ts'

/** `number`: reserved in the ledger that all worktrees of the repository share. */
export function createNumber(options: {
  readonly workflow: WorkflowName
  readonly item: ItemId
  readonly ledger: string
}): RunContext['number'] {
  const { workflow, item, ledger } = options
  return async (series, taken = []) => {
    const open = (path: string) => new SqliteNumbers(path)
    return inLedger(ledger, open, (numbers) => numbers.reserve({ series, workflow, item, taken }))
  }
}
