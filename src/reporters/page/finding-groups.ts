/** Equal failures are shown once, with their items. */
import type { Finding } from './findings.ts'

export type FindingGroup = readonly [first: Finding, ...others: Finding[]]

/** The most urgent first, else in the order of the items. */
export function groupsOf(findings: readonly Finding[]): FindingGroup[] {
  const groups = new Map<string, [Finding, ...Finding[]]>()
  for (const [index, finding] of findings.entries()) {
    const key = sameWords(finding) ?? String(index)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [finding])
    else group.push(finding)
  }
  return [...groups.values()].sort(([a], [b]) => urgency(a) - urgency(b))
}

/** What a reviewer found belongs to one item. */
function sameWords({ outcome, failure, reviews }: Finding): string | undefined {
  if (failure === null || reviews.length > 0) return undefined
  const { what, why, remedy } = failure
  return JSON.stringify([outcome, what, why, remedy])
}

/** Failures, then open gates, then resolved findings. */
function urgency({ failure, outcome }: Finding): number {
  if (failure === null) return 2
  return outcome === 'gated' ? 1 : 0
}
