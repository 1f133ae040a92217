/** What became of every finding: what an approval carries along, and how the others were settled. */
import { z } from 'zod'
import { openFindings, type TrackedFinding } from './findings.ts'

/** With all that whoever builds the design needs to act on it. */
const carriedSchema = z.array(
  z.strictObject({
    id: z.string(),
    tier: z.literal([1, 2, 3]),
    category: z.string(),
    title: z.string(),
    detail: z.string(),
    recommendation: z.string(),
    /** The round whose review found it. */
    foundIn: z.int(),
    /** Why the author did not follow it. */
    declined: z.string().optional(),
    /** What the reviewer has said of it since. */
    note: z.string().optional(),
  }),
)
export type CarriedFinding = z.output<typeof carriedSchema>[number]

const settledSchema = z.array(
  z.strictObject({
    id: z.string(),
    tier: z.int(),
    title: z.string(),
    foundIn: z.int(),
    disposition: z.enum(['fixed', 'declined', 'withdrawn']),
    /** The round whose review confirmed it. */
    settledIn: z.int(),
    /** The author's reason, which the reviewer has accepted. */
    why: z.string().optional(),
  }),
)
export type SettledFinding = z.output<typeof settledSchema>[number]

/** As evidence keeps them: each finding is in exactly one of the two lists. */
export interface Dispositions {
  readonly carried: readonly CarriedFinding[]
  readonly settled: readonly SettledFinding[]
}

export function dispositionsOf(tracked: readonly TrackedFinding[]): Dispositions {
  return {
    carried: openFindings(tracked).map((finding) => {
      const { id, tier, category, title, detail, recommendation, round, declined, note } = finding
      return {
        ...{ id, tier, category, title, detail, recommendation, foundIn: round },
        ...(declined === undefined ? {} : { declined }),
        ...(note === undefined ? {} : { note }),
      }
    }),
    settled: tracked.flatMap(settled),
  }
}

/** The carried findings of a front matter, or `undefined` if they are not what we have written. */
export function readCarried(value: unknown): readonly CarriedFinding[] | undefined {
  return carriedSchema.safeParse(value).data
}

/** The same of the settled ones. */
export function readSettled(value: unknown): readonly SettledFinding[] | undefined {
  return settledSchema.safeParse(value).data
}

/** One finding's fate in words, for people. `isApproved`: what is open now is carried along. */
export function fateWords(
  finding: TrackedFinding,
  { isApproved }: { readonly isApproved: boolean },
): string {
  const { disposition, settledIn } = finding
  const declined =
    finding.declined === undefined ? '' : `, declined by the author: ${finding.declined}`
  const note = finding.note === undefined ? '' : ` Reviewer: ${finding.note}`
  if (disposition === 'open') return `${isApproved ? 'carried' : 'open'}${declined}${note}`
  if (disposition === 'fixed') return `fixed in round ${settledIn}${note}`
  return `withdrawn in round ${settledIn}${declined}${note}`
}

function settled(finding: TrackedFinding): SettledFinding[] {
  const { id, tier, title, round, disposition, settledIn, declined } = finding
  if (disposition === 'open' || settledIn === undefined) return []
  const words = { id, tier, title, foundIn: round, settledIn }
  if (disposition === 'withdrawn' && declined !== undefined)
    return [{ ...words, disposition: 'declined', why: declined }]
  return [{ ...words, disposition }]
}
