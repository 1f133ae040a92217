/**
 * What a reviewer answers: the schema that is sent to the model, and what the schema cannot say.
 *
 * On the wire every field is required and nothing but types and enums is used: OpenAI's strict mode
 * knows no optional field and no `default`, Anthropic no lengths, Gemini no `const`. What may be
 * missing is an empty list or null there; read back, a missing one means the same.
 */
import { z } from 'zod'
import { quote } from '../../model/ids.ts'
import { repeated } from '../document/check-text.ts'

export const VERDICTS = ['APPROVED', 'REVISE', 'DISCUSS'] as const
export type VerdictWord = (typeof VERDICTS)[number]

export type Tier = 1 | 2 | 3

/** Tier 3 is free in its categories. */
export const CATEGORIES: Readonly<Record<1 | 2, readonly string[]>> = {
  1: ['Cost', 'Safety', 'Security', 'Legal'],
  2: ['Architecture', 'Observability', 'Quality'],
}

const someText = z.string().refine((text) => text.trim() !== '', { error: 'expected some text' })
const listOrNothing = <T extends z.ZodType>(entry: T) =>
  z.preprocess((value) => value ?? [], z.array(entry))
const textOrNull = z.preprocess((value) => value ?? null, z.string().nullable())

const findingSchema = z
  .strictObject({
    id: someText.describe('short and unique, also among the findings of earlier rounds'),
    tier: z.literal([1, 2, 3]).describe('1 blocks, 2 has high priority, 3 is a suggestion'),
    category: someText.describe(
      `in tier 1 one of ${CATEGORIES[1].join(', ')}; in tier 2 one of ${CATEGORIES[2].join(', ')}; in tier 3 any word`,
    ),
    title: someText,
    detail: z.string(),
    recommendation: z.string(),
  })
  .superRefine(({ tier, category }, context) => {
    if (tier === 3 || CATEGORIES[tier].includes(category)) return
    const message = `expected one of ${CATEGORIES[tier].join(', ')} in tier ${tier}, got ${quote(category)}`
    context.addIssue({ code: 'custom', path: ['category'], message })
  })

export const verdictSchema = z.strictObject({
  identity: z.string().describe('the role you took'),
  verdict: z.enum(VERDICTS),
  summary: z.string(),
  findings: z.array(findingSchema).describe('new findings of this round'),
  earlier: listOrNothing(
    z.strictObject({ id: z.string(), disposition: z.enum(['fixed', 'open', 'withdrawn']) }),
  ).describe('from the second round on: what became of each earlier finding'),
  openQuestions: listOrNothing(
    z.strictObject({ text: someText, status: z.enum(['answered', 'human']), answer: textOrNull }),
  ).describe('questions of the document, answered or left to a person'),
  labels: listOrNothing(z.string()).describe('for an issue: the labels it should get'),
  size: textOrNull.describe('for an issue: its size, such as S, M or L'),
})

export type Verdict = z.output<typeof verdictSchema>
export type Finding = Verdict['findings'][number]

/**
 * Where a verdict contradicts itself or what went before, each as a sentence for the model.
 * `earlierFindings` are those of earlier rounds that were still open; in the first round none.
 */
export function inconsistencies(
  verdict: Verdict,
  earlierFindings: readonly Pick<Finding, 'id' | 'tier'>[],
): string[] {
  const open = openOf(verdict, earlierFindings)
  return [
    ...contradictions(verdict, open),
    ...idTrouble(verdict, earlierFindings),
    ...verdict.openQuestions
      .filter(({ status, answer }) => status === 'answered' && (answer ?? '').trim() === '')
      .map(
        ({ text }) =>
          `The open question ${quote(text)} is marked as answered, but has no answer; answer it, or mark it as human.`,
      ),
  ]
}

function openOf(
  { earlier }: Verdict,
  earlierFindings: readonly Pick<Finding, 'id' | 'tier'>[],
): Pick<Finding, 'id' | 'tier'>[] {
  const ids = new Set(
    earlier.filter(({ disposition }) => disposition === 'open').map(({ id }) => id),
  )
  return earlierFindings.filter(({ id }) => ids.has(id))
}

function contradictions(
  { verdict, findings }: Verdict,
  open: readonly Pick<Finding, 'id' | 'tier'>[],
): string[] {
  const blocks = ({ tier }: Pick<Finding, 'tier'>) => tier === 1
  if (verdict === 'APPROVED') {
    return [
      ...findings
        .filter(blocks)
        .map(
          ({ id }) =>
            `The verdict is APPROVED, but finding ${quote(id)} is in Tier 1, which blocks.`,
        ),
      ...open
        .filter(blocks)
        .map(
          ({ id }) =>
            `The verdict is APPROVED, but the earlier Tier 1 finding ${quote(id)} is still open.`,
        ),
    ]
  }
  if (verdict === 'REVISE' && ![...findings, ...open].some(({ tier }) => tier !== 3)) {
    return [
      'The verdict is REVISE, but no finding in Tier 1 or Tier 2 says what to revise: none is new, and no earlier one is still open.',
    ]
  }
  return []
}

function idTrouble(
  { findings, earlier }: Verdict,
  earlierFindings: readonly Pick<Finding, 'id'>[],
): string[] {
  const known = new Set(earlierFindings.map(({ id }) => id))
  const disposed = new Set(earlier.map(({ id }) => id))
  return [
    ...repeated(findings.map(({ id }) => id)).map(
      (id) => `Two findings have the id ${quote(id)}; ids must be unique.`,
    ),
    ...[...new Set(findings.map(({ id }) => id))]
      .filter((id) => known.has(id))
      .map(
        (id) =>
          `The new finding ${quote(id)} has the id of an earlier one; give it another, or only say under \`earlier\` that it is open.`,
      ),
    ...repeated(earlier.map(({ id }) => id)).map(
      (id) => `The earlier finding ${quote(id)} has two dispositions.`,
    ),
    ...[...disposed]
      .filter((id) => !known.has(id))
      .map((id) => `There is a disposition for ${quote(id)}, but no such earlier finding.`),
    ...[...known]
      .filter((id) => !disposed.has(id))
      .map(
        (id) =>
          `The earlier finding ${quote(id)} has no disposition; say whether it is fixed, open or withdrawn.`,
      ),
  ]
}
