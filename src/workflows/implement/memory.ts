/** What an earlier try of the same design has left: findings with what became of them, and work that was approved. */
import { untrustedWhole } from '../document/untrusted.ts'
import type { CarriedFinding, SettledFinding } from '../review/dispositions.ts'
import type { Build } from './build.ts'
import type { Change } from './edits/changes.ts'

export interface Memory {
  readonly settled: readonly SettledFinding[]
  readonly open: readonly CarriedFinding[]
  /** Approved; null if it was not. */
  readonly work: EarlierWork | null
}

export interface EarlierWork {
  readonly drafter: string
  /** Against the commit that it began from. */
  readonly diff: string
  /** As changes of the new base, but for files in which it does not apply. */
  readonly changes: readonly Change[]
  readonly conflicts: readonly string[]
}

/** For the coder: also what was approved, unless it is in the files already. */
export function memoryForCoder({ memory, written }: Pick<Build, 'memory' | 'written'>): string {
  if (memory == null) return ''
  const { work } = memory
  const isApplied =
    work?.conflicts.length === 0 &&
    work.changes.every(({ path, action }) => action === 'delete' || written.has(path))
  const where =
    work === null || work.conflicts.length === 0 ? '' : ` (not in ${work.conflicts.join(', ')})`
  const words = `An earlier try built this on another commit, and it was approved as this diff. It does not fit as it is${where}: build the same on what is there now, and differ only where that asks for it.`
  const shown = work === null || isApplied ? [] : [words, untrustedWhole('approved', work.diff)]
  return [findingsOf(memory), ...shown].filter((part) => part !== '').join('\n\n')
}

/** For the reviewer: what was found before, so that it need not be found again. */
export function memoryForReviewer({ memory }: Pick<Build, 'memory'>): string {
  return memory == null ? '' : findingsOf(memory)
}

function findingsOf({ settled, open, work }: Memory): string {
  const lines = [
    ...settled.map(
      ({ id, tier, title, disposition, settledIn, why }) =>
        `- ${id} (tier ${tier}): ${title}\n${disposition} in round ${settledIn}${why === undefined ? '' : `, because: ${why}`}`,
    ),
    ...open.map(
      ({ id, tier, title, detail, recommendation, declined, note }) =>
        `- ${id} (tier ${tier}): ${title}\n${detail}\nRecommended: ${recommendation}${declined === undefined ? '' : `\nThe author declined: ${declined}`}${note === undefined ? '' : `\nThe reviewer since: ${note}`}\nstill open`,
    ),
  ]
  if (lines.length === 0) return ''
  const words = `An earlier try, on another commit, was ${work === null ? 'not approved' : 'approved'}. Findings of its reviews, and what became of each; mind that what was settled stays so:`
  return `${words}\n\n${untrustedWhole('memory', lines.join('\n\n'))}`
}
