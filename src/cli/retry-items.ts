/**
 * `agentos retry`: items that ended without success are pending again. What a review or a merge has
 * refused starts over; what failed goes on from its last saved step anyway, and is only named.
 */
import { isAlive } from '../coordinator/processes.ts'
import type { LockHolder } from '../model/failure.ts'
import { quote } from '../model/ids.ts'
import { nearest } from '../model/nearest.ts'
import { UsageError } from '../model/usage-error.ts'
import { locateRepository } from '../repository/locate.ts'
import { isCheckpointOf, removeCheckpoint } from '../store/sqlite/checkpoint.ts'
import { SqliteLedger } from '../store/sqlite/ledger.ts'
import { SqliteLocks } from '../store/sqlite/locks.ts'
import { StateDirectory } from '../store/state-directory.ts'
import { builtInSource, isBuiltIn, loadWorkflow } from '../workflows/load-workflow.ts'
import { newHolder } from './new-holder.ts'
import { withLedger } from './with-ledger.ts'

type Recorded = ReturnType<typeof SqliteLedger.peekAll>[number]
type Ended = Recorded & { readonly label: string }

const UNSUCCESSFUL: readonly Recorded['outcome'][] = ['needs-revision', 'conflict', 'failed']

export async function retryItems(options: {
  readonly names: readonly string[]
  readonly failed: boolean
  readonly workflow: string | undefined
  readonly workingDirectory: string
}): Promise<string> {
  if (options.failed === options.names.length > 0)
    throw new UsageError('retry-what', 'Name items, or say `--failed`; not both, not neither.', {
      hint: 'agentos retry LLD-42, or agentos retry --failed',
    })
  const { root, mainRoot } = locateRepository(options.workingDirectory)
  const state = StateDirectory.of(root, process.env.AGENTOS_HOME)
  const shared = StateDirectory.of(mainRoot, process.env.AGENTOS_HOME)
  const recorded = withLedger(state.ledger, (path) => SqliteLedger.peekAll(path))
  const ended = await Promise.all(
    recorded
      .filter(({ workflow }) => workflow === (options.workflow ?? workflow))
      .map(async (entry) => ({ ...entry, label: `${await labelOf(entry)}-${entry.item}` })),
  )
  const chosen = options.failed
    ? ended.filter(({ outcome }) => UNSUCCESSFUL.includes(outcome))
    : options.names.flatMap((name) => named(ended, name))
  if (chosen.length === 0) return 'Nothing to retry: no item has ended without success.\n'
  const holder = newHolder()
  return chosen.map((entry) => `${retry(entry, { state, shared, holder })}\n`).join('')
}

function retry(
  entry: Ended,
  { state, shared, holder }: { state: StateDirectory; shared: StateDirectory; holder: LockHolder },
): string {
  const { workflow, item, mock, outcome, label } = entry
  const command = isBuiltIn(workflow)
    ? `Go on:  agentos ${workflow} ${item}${mock ? ' --mock' : ''}`
    : 'Run its command again.'
  if (outcome === 'failed')
    return `${label} failed: it is pending, and goes on from its last saved step. ${command}`
  const locks = withLedger(shared.ledger, (path) => new SqliteLocks(path, holder))
  const ledger = withLedger(state.ledger, (path) => new SqliteLedger(path))
  try {
    const lock = locks.take(workflow, item, isAlive)
    if (!lock.taken)
      return `${label} is left as it is: run ${lock.by.run} (process ${lock.by.pid}) is working on it.`
    const checkpoint = state.safeCheckpoint(workflow, item)
    if (isCheckpointOf(checkpoint, { mock })) removeCheckpoint(checkpoint)
    ledger.forget(workflow, item, mock)
    locks.release(workflow, item)
    return `${label} is pending again and starts over; what came of it before is kept in its lineage. ${command}`
  } finally {
    ledger.close()
    locks.close()
  }
}

/** An item by label or id, with the offline provider and without; refused if there is nothing to retry. */
function named(ended: readonly Ended[], name: string): Ended[] {
  const found = ended.filter(({ label, item }) => label === name || item === name)
  const [first] = found
  if (first === undefined) {
    const near = nearest(
      name,
      ended.flatMap(({ label, item }) => [label, item]),
    )
    throw new UsageError('retry-unknown', `No run has ended with an item ${quote(name)}.`, {
      hint:
        near === undefined ? 'Only what has been tried can be retried.' : `Did you mean ${near}?`,
    })
  }
  const workflows = [...new Set(found.map(({ workflow }) => workflow))]
  if (workflows.length > 1)
    throw new UsageError(
      'retry-ambiguous',
      `${quote(name)} is an item of ${workflows.join(' and ')}.`,
      {
        hint: 'Name it by its label, or add `--workflow <name>`.',
      },
    )
  const unsuccessful = found.filter(({ outcome }) => UNSUCCESSFUL.includes(outcome))
  if (unsuccessful.length > 0) return unsuccessful
  throw new UsageError('retry-needless', `${first.label} ended as ${first.outcome}.`, {
    hint:
      first.outcome === 'gated'
        ? '`agentos gates` shows what it waits for.'
        : 'Name it in its own command with `--fresh` to start over.',
  })
}

async function labelOf({ workflow }: Recorded): Promise<string> {
  if (!isBuiltIn(workflow)) return workflow.toUpperCase()
  return (await loadWorkflow(builtInSource(workflow))).label
}
