/**
 * Reads a review document, ours or another tool's: its verdict and its findings, or why they are not
 * clear. It never guesses, and least of all an approval. Every part takes linear time.
 */
import { quote } from '../../../model/ids.ts'
import type { ReviewKind } from '../render-review.ts'
import type { VerdictWord } from '../verdict-schema.ts'
import { type Line, readLines } from './markdown-lines.ts'
import { type ReviewFinding, readFindings } from './read-findings.ts'
import { readVerdict } from './read-verdict.ts'
import { readOutline, type Section } from './review-outline.ts'
import { verdictBox } from './verdict-box.ts'

export type ParsedReview =
  | {
      readonly ok: true
      readonly kind: ReviewKind
      readonly title: string
      readonly verdict: VerdictWord
      readonly findings: readonly ReviewFinding[]
    }
  | { readonly ok: false; readonly reason: string }

const MOST_CHARACTERS = 1_000_000

export function parseReview(markdown: string): ParsedReview {
  const unfit = whyUnfit(markdown)
  if (unfit !== undefined) return refused(unfit)
  const read = readLines(markdown)
  if (!read.ok) return read
  const outline = readOutline(read.lines)
  if (typeof outline === 'string') return refused(outline)
  const stray = strayBox(read.lines, outline.verdict)
  if (stray !== undefined) return refused(stray)
  const verdict = readVerdict(outline.verdict.heading, outline.verdict.lines)
  if (!verdict.ok) return verdict

  const findings: ReviewFinding[] = []
  for (const [tier, { lines }] of outline.tiers) {
    const found = readFindings(tier, lines)
    if (!found.ok) return found
    for (const finding of found.findings) findings.push(finding)
  }
  const blocking = findings.find(({ tier }) => tier === 1)
  if (verdict.verdict === 'APPROVED' && blocking !== undefined) {
    return refused(`APPROVED is ticked, but Tier 1 has a finding: ${quote(blocking.title)}.`)
  }
  const { kind, title } = outline
  return { ok: true, kind, title, verdict: verdict.verdict, findings }
}

function whyUnfit(markdown: string): string | undefined {
  if (markdown.trim() === '') return 'The document is empty.'
  if (markdown.length > MOST_CHARACTERS) {
    return `The document is too long for a review: ${markdown.length} characters, at most ${MOST_CHARACTERS} are read.`
  }
  return /[^\P{Cc}\n\r\t\f]/u.test(markdown) ? 'The document is not plain text.' : undefined
}

/** A ticked verdict that is quoted, shown as code or in another section could be meant, or not. */
function strayBox(lines: readonly Line[], verdict: Section): string | undefined {
  const live = new Set(verdict.lines.filter(({ kind }) => kind === 'text'))
  for (const line of lines) {
    const box = live.has(line) ? undefined : verdictBox(line.text)
    if (box?.isTicked === true) {
      return `A ticked box for ${box.word} is ${placeOf(line)} (line ${line.number}).`
    }
  }
  return undefined
}

function placeOf({ kind }: Line): string {
  if (kind === 'code') return 'inside a code fence'
  return kind === 'quote' ? 'inside a block quote' : 'outside of the Verdict section'
}

function refused(reason: string): ParsedReview {
  return { ok: false, reason }
}
