/**
 * Reads a review document, ours or another tool's: its verdict and its findings, or why they are not
 * clear. It never guesses, and least of all an approval. Every part takes linear time.
 */
import { quote } from '../../../model/ids.ts'
import type { ReviewKind } from '../render-review.ts'
import type { VerdictWord } from '../verdict-schema.ts'
import { type Line, readLines, refuse, Unclear } from './markdown-lines.ts'
import { type ReviewFinding, readFindings } from './read-findings.ts'
import { readVerdict } from './read-verdict.ts'
import { readOutline, type Section } from './review-outline.ts'
import { verdictBox } from './verdict-box.ts'

interface Review {
  readonly kind: ReviewKind
  readonly title: string
  readonly verdict: VerdictWord
  readonly findings: readonly ReviewFinding[]
}

export type ParsedReview =
  | ({ readonly ok: true } & Review)
  | { readonly ok: false; readonly reason: string }

const MOST_CHARACTERS = 1_000_000

export function parseReview(markdown: string): ParsedReview {
  try {
    return { ok: true, ...readReview(markdown) }
  } catch (error) {
    if (error instanceof Unclear) return { ok: false, reason: error.message }
    throw error
  }
}

function readReview(markdown: string): Review {
  refuseUnfit(markdown)
  const lines = readLines(markdown)
  const { kind, title, verdict: section, tiers } = readOutline(lines)
  refuseStrayBox(lines, section)
  const verdict = readVerdict(section.heading, section.lines)
  const findings = [...tiers].flatMap(([tier, { lines }]) => readFindings(tier, lines))
  const blocking = findings.find(({ tier }) => tier === 1)
  if (verdict === 'APPROVED' && blocking !== undefined)
    refuse(`APPROVED is ticked, but Tier 1 has a finding: ${quote(blocking.title)}.`)
  return { kind, title, verdict, findings }
}

function refuseUnfit(markdown: string): void {
  if (markdown.trim() === '') refuse('The document is empty.')
  if (markdown.length > MOST_CHARACTERS)
    refuse(
      `The document is too long for a review: ${markdown.length} characters, at most ${MOST_CHARACTERS} are read.`,
    )
  if (/[^\P{Cc}\n\r\t\f]/u.test(markdown)) refuse('The document is not plain text.')
}

/** A ticked verdict that is quoted, shown as code or in another section could be meant, or not. */
function refuseStrayBox(lines: readonly Line[], verdict: Section): void {
  const live = new Set(verdict.lines.filter(({ kind }) => kind === 'text'))
  for (const line of lines) {
    const box = live.has(line) ? undefined : verdictBox(line.text)
    if (box?.isTicked === true)
      refuse(`A ticked box for ${box.word} is ${placeOf(line)} (line ${line.number}).`)
  }
}

function placeOf({ kind }: Line): string {
  if (kind === 'code') return 'inside a code fence'
  return kind === 'quote' ? 'inside a block quote' : 'outside of the Verdict section'
}
