/**
 * `agentos retry`: items that ended without success are pending again. What a review or a merge has
 * refused starts over; what failed goes on from its last saved step anyway, and is only named.
 */
import { aliveBy } from '../fleet/alive-runs.ts'
import type { LockHolder } from '../model/failure.ts'
import { quote } from '../model/ids.ts'
import { UsageError } from '../model/usage-error.ts'
import { locateRepository } from '../repository/locate.ts'
import { removeCheckpoint } from '../store/sqlite/checkpoint.ts'
import { SqliteLedger } from '../store/sqlite/ledger.ts'
import { SqliteLocks } from '../store/sqlite/locks.ts'
import { StateDirectory } from '../store/state-directory.ts'
import { requireOwnState } from './own-state.ts'
import { holdRun } from './run/new-holder.ts'
import { withLedger } from './with-ledger.ts'

type Recorded = ReturnType<typeof SqliteLedger.peekAll>[number]

const MOST_NAMED = 10
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
  await requireOwnState(state, shared)
  const recorded = withLedger(state.ledger, (path) => SqliteLedger.peekAll(path))
  const ended = recorded.filter(({ workflow }) => workflow === (options.workflow ?? workflow))
  const chosen = options.failed
    ? ended.filter(({ outcome }) => UNSUCCESSFUL.includes(outcome))
    : [...new Set(options.names.flatMap((name) => named(ended, name)))]
  if (chosen.length === 0) return 'Nothing to retry: no item has ended without success.\n'
  const { holder, release } = holdRun(shared)
  try {
    return chosen.map((entry) => `${retry(entry, { state, shared, holder })}\n`).join('')
  } finally {
    release()
  }
}

function retry(
  entry: Recorded,
  { state, shared, holder }: { state: StateDirectory; shared: StateDirectory; holder: LockHolder },
): string {
  const { workflow, item, mock, outcome } = entry
  const label = `${nameOf(entry)}${mock ? ' (mock provider)' : ''}`
  const command = entry.command === '' ? 'Run its command again.' : `Go on:  ${entry.command}`
  if (outcome === 'failed')
    return `${label} failed: it is pending, and goes on from its last saved step. ${command}`
  const locks = withLedger(shared.ledger, (path) => new SqliteLocks(path, holder))
  const ledger = withLedger(state.ledger, (path) => new SqliteLedger(path))
  try {
    const lock = locks.take(workflow, item, aliveBy(shared.runs))
    if (!lock.taken)
      return `${label} is left as it is: run ${lock.by.run} (process ${lock.by.pid}) is working on it.`
    removeCheckpoint(state.safeCheckpoint({ workflow, item, mock }))
    ledger.forget(workflow, item, mock)
    locks.release(workflow, item)
    return `${label} is pending again and starts over; what came of it before is kept in its lineage. ${command}`
  } finally {
    ledger.close()
    locks.close()
  }
}

/** An item by label or id; of one tried with the mock provider and for real, the later one without success. */
function named(ended: readonly Recorded[], name: string): Recorded[] {
  const found = ended.filter(({ label, item }) => label === name || item === name)
  const workflows = [...new Set(found.map(({ workflow }) => workflow))]
  if (workflows.length > 1)
    throw new UsageError(
      'retry-ambiguous',
      `${quote(name)} is an item of ${workflows.join(' and ')}.`,
      {
        hint: 'Name it by its label, or add `--workflow <name>`.',
      },
    )
  const latest = found.toSorted((a, b) => b.at - a.at)
  const unsuccessful = latest.find(({ outcome }) => UNSUCCESSFUL.includes(outcome))
  if (unsuccessful !== undefined) return [unsuccessful]
  const [last] = latest
  if (last === undefined)
    throw new UsageError('retry-unknown', `No run has ended with an item ${quote(name)}.`, {
      hint: retriable(ended),
    })
  throw new UsageError('retry-needless', `${nameOf(last)} ended as ${last.outcome}.`, {
    hint:
      last.outcome === 'gated'
        ? '`agentos gates` shows what it waits for.'
        : 'Name it in its own command with `--fresh` to start over.',
  })
}

/** A list, never one of them as what was meant: to retry another item costs money. */
function retriable(ended: readonly Recorded[]): string {
  const names = ended.filter(({ outcome }) => UNSUCCESSFUL.includes(outcome)).map(nameOf)
  if (names.length === 0) return 'No item has ended without success.'
  const more = names.length > MOST_NAMED ? `, … ${names.length - MOST_NAMED} more` : ''
  return `Ended without success: ${names.slice(0, MOST_NAMED).join(', ')}${more}.`
}

/** A ledger that an earlier version has made knows no labels. */
function nameOf({ label, item }: Recorded): string {
  return label === '' ? item : label
}
