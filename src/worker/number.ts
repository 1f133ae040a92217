import type { RunContext } from '../authoring/workflow.ts'
import type { ItemId, WorkflowName } from '../model/ids.ts'
import { SqliteNumbers } from '../store/sqlite/numbers.ts'

/** `number`: reserved in the ledger that all worktrees of the repository share. */
export function createNumber(options: {
  readonly workflow: WorkflowName
  readonly item: ItemId
  readonly ledger: string
}): RunContext['number'] {
  const { workflow, item, ledger } = options
  return async (series, taken = []) => {
    const numbers = new SqliteNumbers(ledger)
    try {
      return numbers.reserve({ series, workflow, item, taken })
    } finally {
      numbers.close()
    }
  }
}
