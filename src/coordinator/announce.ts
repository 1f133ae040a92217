import type { Fact } from '../model/event.ts'
import type { CoordinateOptions } from './coordinate.ts'

/** The first events of a run: what it is, and what it works on. */
export function announce(options: CoordinateOptions, emit: (fact: Fact) => void): void {
  const { chosen } = options
  const { workflow, version, command, alreadyDone, limits, mock, models } = options
  const { estimate, trace, fresh, lineage } = options
  const about = { workflow, version, command, alreadyDone, limits, mock, models, estimate, trace }
  const credentials = options.credentials.map((credential) => {
    const { id, provider, protocol, scope, concurrency, limits: own } = credential
    return { id, provider, protocol, scope, concurrency, limits: own }
  })
  const kept = lineage === undefined ? {} : { lineage }
  emit({ type: 'run-started', ...about, ...kept, fresh, items: chosen.length, credentials })
  for (const { item, why } of options.leftOut) {
    emit({ type: 'item-left-out', item: item.id, label: item.label, why })
  }
  for (const { item, waitsFor, after } of chosen) {
    const { id, label, title } = item
    const before = after.filter(({ isDone }) => !isDone).map((overlap) => overlap.id)
    emit({ type: 'item-queued', item: id, label, title, dependsOn: waitsFor, after: before })
  }
}
