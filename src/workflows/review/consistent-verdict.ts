/** What the schema of a verdict cannot say: that it contradicts neither itself nor what went before. */
import type { z } from 'zod'
import { quote } from '../../model/ids.ts'
import { repeated } from '../document/check-text.ts'
import { unansweredQuestions } from '../document/questions.ts'
import { ASKED_BEFORE, isAsking } from '../document/reading/requests.ts'
import type { ReviewKind } from './render-review.ts'
import {
  type Finding,
  needsOf,
  VERDICT_SCHEMAS,
  type Verdict,
  type VerdictAnswer,
  verdictOf,
} from './verdict-schema.ts'

/**
 * The schema for a verdict on this very work: one that contradicts itself or earlier verdicts, or
 * ignores a question that the work asks, does not fit. An answer that asks to be shown more is no verdict yet.
 */
export function verdictFor(
  kind: ReviewKind,
  about: {
    /** Whose open questions the verdict must answer. */
    readonly document: string
    /** Open findings of earlier rounds. */
    readonly open: readonly Pick<Finding, 'id' | 'tier'>[]
    /** Whether it will be shown what it asks for. */
    readonly mayAsk: boolean
  },
): z.ZodType<VerdictAnswer> {
  const schema: z.ZodType<VerdictAnswer> = VERDICT_SCHEMAS[kind]
  return schema.superRefine((answer, context) => {
    const verdict = verdictOf(answer)
    const problems = isAsking(needsOf(answer))
      ? tooMuchAsked(about.mayAsk)
      : [
          ...inconsistencies(verdict, about.open),
          ...unansweredQuestions(about.document, verdict).map(
            (question) =>
              `The document's open question ${quote(question)} has no entry under \`openQuestions\`; copy its text, and answer it or mark it as human.`,
          ),
        ]
    for (const message of problems) context.addIssue({ code: 'custom', message })
  })
}

function tooMuchAsked(mayAsk: boolean): string[] {
  if (mayAsk) return []
  return [`${ASKED_BEFORE} and judge by what you have been shown.`]
}

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
