/**
 * What a reviewer answers: the schemas that are sent to models.
 *
 * On the wire every field is required and nothing but types and enums is used: OpenAI's strict mode
 * knows no optional field and no `default`, Anthropic no lengths, Gemini no `const`. What may be
 * missing is an empty list or null there; read back, a missing one means the same.
 */
import { z } from 'zod'
import type { ContextRequests } from '../../model/context.ts'
import { quote } from '../../model/ids.ts'
import { listOrNothing, NO_REQUESTS, needsField } from '../document/reading/requests.ts'
import type { ReviewKind } from './render-review.ts'

export const VERDICTS = ['APPROVED', 'REVISE', 'DISCUSS'] as const
export type VerdictWord = (typeof VERDICTS)[number]

export type Tier = 1 | 2 | 3

/** Tier 3 is free in its categories. */
export const CATEGORIES: Readonly<Record<1 | 2, readonly string[]>> = {
  1: ['Cost', 'Safety', 'Security', 'Legal'],
  2: ['Architecture', 'Observability', 'Quality'],
}

const someText = z.string().refine((text) => text.trim() !== '', { error: 'expected some text' })
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

const earlierSchema = z.strictObject({
  id: z.string(),
  disposition: z.enum(['fixed', 'open', 'withdrawn']),
  note: z
    .preprocess((value) => value ?? '', z.string())
    .describe('for the author: why it is still open, or why a reason to decline it counts'),
})

const judgement = {
  identity: z.string().describe('the role you took'),
  verdict: z.enum(VERDICTS),
  summary: z.string(),
  findings: z.array(findingSchema).describe('new findings of this round'),
  earlier: listOrNothing(earlierSchema).describe(
    'from the second round on: what became of each earlier finding',
  ),
  openQuestions: listOrNothing(
    z.strictObject({ text: someText, status: z.enum(['answered', 'human']), answer: textOrNull }),
  ).describe('open questions, answered or left to a person'),
}
const needs = needsField(
  'what must be shown to you before you can judge; the rest of the answer is then ignored',
)

/** One for each kind of review. It stays the same through a conversation: providers cache it with the rest. */
export const VERDICT_SCHEMAS = {
  issue: z.strictObject({
    ...judgement,
    labels: listOrNothing(z.string()).describe('the labels that the issue should get'),
    size: textOrNull.describe('its size: S, M or L'),
    needs,
  }),
  lld: z.strictObject({ ...judgement, needs }),
  code: z.strictObject({ ...judgement, needs }),
} as const satisfies Record<ReviewKind, z.ZodType>

type Judgement = Omit<z.output<typeof VERDICT_SCHEMAS.code>, 'needs'>

/** A verdict of any kind; what its kind does not have is empty. */
export interface Verdict extends Judgement {
  readonly labels: readonly string[]
  readonly size: string | null
}
export type Finding = Verdict['findings'][number]

/** As it comes by its schema. */
export type VerdictAnswer = Judgement & Partial<Verdict> & { readonly needs?: ContextRequests }

export function verdictOf({ needs: _, ...answer }: VerdictAnswer): Verdict {
  return { labels: [], size: null, ...answer }
}

/** What the reviewer wants to be shown first, if anything. */
export function needsOf({ needs = NO_REQUESTS }: VerdictAnswer): ContextRequests {
  return needs
}
