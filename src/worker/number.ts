import type { RunContext } from '../authoring/run-context.ts'
import type { ItemId, WorkflowName } from '../model/ids.ts'
import type { Numbers } from '../store/ledger.ts'

/** `number`: reserved for all worktrees of the repository. */
export function createNumber(options: {
  readonly workflow: WorkflowName
  readonly item: ItemId
  readonly numbers: Numbers
}): RunContext['number'] {
  const { workflow, item, numbers } = options
  return (series, taken = []) => numbers.reserve({ series, workflow, item, taken })
}
