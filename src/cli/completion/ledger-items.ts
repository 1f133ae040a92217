/** Items as the ledger knows them; loaded only where they matter, for completion must be fast. */
import { repositoryAt } from '../../app/repository-store.ts'
import { viewStore } from '../../store/open-store.ts'
import type { KnownItem, LedgerItems } from './known-items.ts'

/** Of runs of this kind; nothing if there is no ledger, or none that can be read. */
export async function ledgerItems(
  workingDirectory: string,
  { mock }: { readonly mock: boolean },
): Promise<LedgerItems> {
  try {
    const view = viewStore(repositoryAt(workingDirectory).store)
    const [outcomes, gates] = [await view.allOutcomes(), await view.gates()]
    const done = outcomes.filter((one) => one.outcome === 'done' && (mock || !one.mock))
    const gated = gates.filter(({ answered }) => answered === undefined)
    return { done: done.map(known), gated: gated.map(known) }
  } catch {
    return { done: [], gated: [] } // a damaged ledger is reported by the commands that need it
  }
}

function known(one: { workflow: string; item: string; label: string }): KnownItem {
  return { workflow: one.workflow, id: one.item, label: one.label }
}
