/**
 * `agentos retry`: items that ended without success are pending again. What a review or a merge has
 * refused starts over; what failed resumes after its last saved step anyway, and is only named.
 */
import { quote } from '../model/ids.ts'
import { UsageError } from '../model/usage-error.ts'
import type { Locks } from '../store/ledger.ts'
import { viewStore } from '../store/open-store.ts'
import type { OutcomeOf, Store } from '../store/store.ts'
import { requireOwnState } from './own-state.ts'
import { fromStore, repositoryAt } from './repository-store.ts'
import { withLocks } from './run/hold-run.ts'

const MOST_NAMED = 10
const UNSUCCESSFUL: readonly OutcomeOf['outcome'][] = ['needs-revision', 'conflict', 'failed']

export async function retryItems(options: {
  readonly names: readonly string[]
  readonly failed: boolean
  readonly workflow: string | undefined
  readonly workingDirectory: string
}): Promise<string> {
  if (options.failed === options.names.length > 0)
    throw new UsageError('retry-what', 'Expected either names of items or `--failed`.', {
      hint: 'agentos retry LLD-42, or agentos retry --failed',
    })
  const here = repositoryAt(options.workingDirectory)
  await requireOwnState(here)
  const recorded = await fromStore(viewStore(here.store).allOutcomes())
  const ended = recorded.filter(({ workflow }) => workflow === (options.workflow ?? workflow))
  const chosen = options.failed
    ? ended.filter(({ outcome }) => UNSUCCESSFUL.includes(outcome))
    : [...new Set(options.names.flatMap((name) => named(ended, name)))]
  if (chosen.length === 0) return 'Nothing to retry: no item has ended without success.\n'
  return withLocks(here, async (store, locks) => {
    const lines: string[] = []
    for (const entry of chosen) lines.push(`${await retry(entry, store, locks)}\n`)
    return lines.join('')
  })
}

async function retry(entry: OutcomeOf, store: Store, locks: Locks): Promise<string> {
  const { workflow, item, mock, outcome } = entry
  const label = `${entry.label}${mock ? ' (mock provider)' : ''}`
  const command = `Resume with:  ${entry.command}`
  if (outcome === 'failed')
    return `${label} failed: it is pending and resumes after its last saved step. ${command}`
  const lock = await locks.take(workflow, item)
  if (!lock.taken)
    return `${label} is not changed: run ${lock.by.run} (process ${lock.by.pid}) is working on it.`
  await store.checkpoints.remove({ workflow, item, mock })
  await store.ledger.forget(workflow, item, mock)
  await locks.release(workflow, item)
  return `${label} is pending again and starts over; its earlier results are kept in its lineage. ${command}`
}

/** An item by label or id; of one tried with the mock provider and for real, the later one without success. */
function named(ended: readonly OutcomeOf[], name: string): OutcomeOf[] {
  const found = ended.filter(({ label, item }) => label === name || item === name)
  const workflows = [...new Set(found.map(({ workflow }) => workflow))]
  if (workflows.length > 1) {
    const message = `${quote(name)} is an item of ${workflows.join(' and ')}.`
    const hint = 'Name it by its label, or add `--workflow <name>`.'
    throw new UsageError('retry-ambiguous', message, { hint })
  }
  const latest = found.toSorted((a, b) => b.at - a.at)
  const unsuccessful = latest.find(({ outcome }) => UNSUCCESSFUL.includes(outcome))
  if (unsuccessful !== undefined) return [unsuccessful]
  const [last] = latest
  if (last === undefined)
    throw new UsageError('retry-unknown', `No run has ended with an item ${quote(name)}.`, {
      hint: retriable(ended),
    })
  throw new UsageError('retry-needless', `${last.label} ended as ${last.outcome}.`, {
    hint:
      last.outcome === 'gated'
        ? '`agentos gates` shows what it waits for.'
        : 'Name it in its own command with `--fresh` to start over.',
  })
}

/** A list, never one of them as what was meant: to retry another item costs money. */
function retriable(ended: readonly OutcomeOf[]): string {
  const names = ended
    .filter(({ outcome }) => UNSUCCESSFUL.includes(outcome))
    .map(({ label }) => label)
  if (names.length === 0) return 'No item has ended without success.'
  const more = names.length > MOST_NAMED ? `, … ${names.length - MOST_NAMED} more` : ''
  return `Ended without success: ${names.slice(0, MOST_NAMED).join(', ')}${more}.`
}
