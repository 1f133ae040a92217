/** `agentos review parse`: what a review document says. */
import { readFileSync, statSync } from 'node:fs'
import { quote } from '../../model/ids.ts'
import { EXIT } from '../../model/outcome.ts'
import { UsageError } from '../../model/usage-error.ts'
import { type ParsedReview, parseReview } from '../../workflows/review/parse/parse-review.ts'

type ClearReview = Extract<ParsedReview, { ok: true }>

const TIERS = [
  { tier: 1, key: 'tier1', name: 'Tier 1, blocking' },
  { tier: 2, key: 'tier2', name: 'Tier 2, high priority' },
  { tier: 3, key: 'tier3', name: 'Tier 3, suggestions' },
] as const

export function showReview(file: string, { json }: { readonly json: boolean }): number {
  const review = parseReview(readText(file))
  if (review.ok) {
    process.stdout.write(json ? asJson(review) : asText(review))
    return EXIT.done
  }
  process.stderr.write(`error: Review ${quote(file)} is not clear. ${review.reason}\n`)
  return EXIT.failed
}

function readText(file: string): string {
  try {
    if (statSync(file, { throwIfNoEntry: false })?.isFile() === true)
      return readFileSync(file, 'utf8')
  } catch (error) {
    throw new UsageError('review-unreadable', `Review file ${quote(file)} cannot be read.`, {
      cause: error,
    })
  }
  throw new UsageError('review-missing', `There is no review file ${quote(file)}.`)
}

function asJson({ kind, title, verdict, findings }: ClearReview): string {
  const counts = Object.fromEntries(
    TIERS.map(({ tier, key }) => [key, findingsOf(findings, tier).length]),
  )
  const document = { schema: 'agentos.review/1', kind, title, verdict, counts, findings }
  return `${JSON.stringify(document, undefined, 2)}\n`
}

function asText({ kind, title, verdict, findings }: ClearReview): string {
  const width = Math.max(0, ...findings.slice(0, 1_000).map(({ category }) => category.length))
  const lines = [`${verdict}  ${kind === 'lld' ? 'LLD' : 'Issue'} Review: ${title}`]
  for (const { tier, name } of TIERS) {
    const own = findingsOf(findings, tier)
    lines.push('', `${name}: ${own.length}`)
    for (const { category, title } of own) {
      lines.push(`  ${(category || '-').padEnd(width)}  ${title}`)
    }
  }
  return `${lines.join('\n')}\n`
}

function findingsOf(findings: ClearReview['findings'], tier: number): ClearReview['findings'] {
  return findings.filter((finding) => finding.tier === tier)
}
