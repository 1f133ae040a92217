/** A verdict as the Markdown document that people read, and that `parseReview` reads back. */
import { neutralBlock, neutralLine } from './parse/neutral-text.ts'
import {
  CATEGORIES,
  type Finding,
  VERDICTS,
  type Verdict,
  type VerdictWord,
} from './verdict-schema.ts'

export type ReviewKind = 'lld' | 'issue' | 'code'

/** What is known of the work without a reviewer. */
export interface ComputedParts {
  readonly kind: ReviewKind
  /** Behind `LLD Review:`, such as `42-Feature: short title`. */
  readonly title: string
  /** What its checks have established; only work that passes them is reviewed. */
  readonly preFlight: readonly string[]
  readonly coverage?: readonly CoverageRow[]
}

export interface ReviewDocument extends ComputedParts {
  readonly verdict: Verdict
  /** What became of earlier findings, in more words than the verdict has. */
  readonly earlier: readonly { readonly label: string; readonly fate: string }[]
}

interface CoverageRow {
  readonly requirement: number
  readonly text: string
  /** The test scenarios that name it. */
  readonly scenarios: readonly string[]
  /** Of code: how else it is shown, if no test names it, such as `Manual`. */
  readonly otherwise?: string | undefined
}

const KIND_WORDS = { lld: 'LLD', issue: 'Issue', code: 'Code' } as const

const READY = {
  lld: 'Ready for implementation',
  issue: 'Ready to enter backlog',
  code: 'Ready to merge',
} as const

export function renderReview(document: ReviewDocument): string {
  const { kind, verdict, coverage } = document
  const sections = [
    `# ${KIND_WORDS[kind]} Review: ${headline(document.title)}`,
    section('Identity Confirmation', neutralBlock(verdict.identity, { indent: 0 })),
    section('Pre-Flight Gate', preFlight(document.preFlight)),
    section('Review Summary', summary(verdict)),
    ...earlierFindings(document),
    ...resolvedQuestions(verdict),
    ...(coverage === undefined
      ? []
      : [section('Requirement Coverage Analysis (MANDATORY)', coverageTable(coverage))]),
    section('Tier 1: BLOCKING Issues', byCategory(verdict.findings, 1)),
    section('Tier 2: HIGH PRIORITY Issues', byCategory(verdict.findings, 2)),
    section('Tier 3: SUGGESTIONS', suggestions(verdict.findings)),
    section('Questions for Orchestrator', questions(verdict)),
    section('Verdict', boxes(kind, verdict.verdict)),
  ]
  return `${sections.join('\n\n')}\n`
}

/** The end of a report that has other words for the rest: what is open of the findings, and the verdict. */
export function renderVerdict(
  kind: ReviewKind,
  word: VerdictWord,
  open: readonly Finding[],
): string {
  const suggested = open.filter(({ tier }) => tier === 3)
  return [
    section('Tier 1: BLOCKING Issues', found(open, 1)),
    section('Tier 2: HIGH PRIORITY Issues', found(open, 2)),
    ...(suggested.length === 0 ? [] : [section('Tier 3: SUGGESTIONS', suggestions(suggested))]),
    section('Verdict', boxes(kind, word)),
  ].join('\n\n')
}

function found(open: readonly Finding[], tier: 1 | 2): string {
  const lines = open
    .filter((finding) => finding.tier === tier)
    .map((finding) => item('- [ ]', `${finding.id}, ${finding.category}`, finding))
  return lines.length === 0 ? 'No issues found.' : lines.join('\n')
}

function section(title: string, body: string): string {
  return `## ${title}\n${body}`.trimEnd()
}

/** A heading may end with number signs that do not belong to its text; ours do. */
export function headline(title: string): string {
  return neutralLine(title).replace(/(?<=^|\s)#+$/, '\\$&') || '(untitled)'
}

function preFlight(notes: readonly string[]): string {
  return ['**PASSED**', '', ...notes.map((note) => `- ${neutralLine(note) || '(empty)'}`)].join(
    '\n',
  )
}

function summary({ summary, labels, size }: Verdict): string {
  return [
    neutralBlock(summary, { indent: 0 }),
    ...(labels.length > 0 ? [`**Labels:** ${labels.map(neutralLine).join(', ')}`] : []),
    ...(size === null ? [] : [`**Size:** ${neutralLine(size)}`]),
  ].join('\n\n')
}

function earlierFindings({ earlier }: ReviewDocument): string[] {
  if (earlier.length === 0) return []
  const lines = earlier.map(
    ({ label, fate }) => `- **${neutralLine(label)}:** ${neutralLine(fate)}`,
  )
  return [section('Earlier Findings', lines.join('\n'))]
}

function resolvedQuestions({ openQuestions }: Verdict): string[] {
  const lines = openQuestions
    .filter(({ status }) => status === 'answered')
    .map(
      ({ text, answer }) =>
        `- [x] ~~${neutralLine(text)}~~ **RESOLVED: ${neutralLine(answer ?? '')}**`,
    )
  return lines.length === 0 ? [] : [section('Open Questions Resolved', lines.join('\n'))]
}

/** No requirements at all are nothing that could be covered, so that never passes. */
function coverageTable(rows: readonly CoverageRow[]): string {
  const besides = rows.filter(({ otherwise }) => otherwise !== undefined).length
  const covered = rows.filter(({ scenarios }) => scenarios.length > 0).length - besides
  const share = rows.length === 0 ? 'unknown' : `${Math.floor((covered / rows.length) * 100)}%`
  return [
    '',
    '**Section 3 Requirements:**',
    '| # | Requirement | Test(s) | Status |',
    '|---|-------------|---------|--------|',
    ...rows.map((row) => {
      const { requirement, text, scenarios } = row
      return `| ${requirement} | ${cell(text)} | ${cell(scenarios.join(', '))} | ${statusOf(row)} |`
    }),
    '',
    `**Coverage Calculation:** ${covered} requirements covered / ${rows.length} total = **${share}**${besides === 0 ? '' : `, ${besides} without a new test`}`,
    '',
    `**Verdict:** ${rows.length > 0 && covered + besides === rows.length ? 'PASS' : 'FAIL'}`,
  ].join('\n')
}

function statusOf({ scenarios, otherwise }: CoverageRow): string {
  if (otherwise !== undefined) return `○ ${otherwise}`
  return scenarios.length > 0 ? '✓ Covered' : '✗ Missing'
}

function cell(text: string): string {
  return neutralLine(text).replace(/\|/g, '\\|')
}

function byCategory(findings: readonly Finding[], tier: 1 | 2): string {
  const groups = CATEGORIES[tier].map((name) => {
    const found = findings.filter((one) => one.tier === tier && one.category === name)
    const lines = found.map((finding) => item('- [ ]', finding.id, finding))
    return `\n### ${name}\n${lines.length === 0 ? '- [ ] No issues found.' : lines.join('\n')}`
  })
  return groups.join('\n')
}

function suggestions(findings: readonly Finding[]): string {
  const own = findings.filter(({ tier }) => tier === 3)
  if (own.length === 0) return '- No suggestions.'
  return own.map((finding) => item('-', `${finding.id}, ${finding.category}`, finding)).join('\n')
}

/** The colon inside the bold label says that this is a finding, whatever its title says. */
function item(mark: string, reference: string, finding: Finding): string {
  const label = neutralLine(`${finding.title} (${reference})`)
  const lines = [`${mark} **${label}:** ${neutralBlock(finding.detail, { indent: 4 })}`.trimEnd()]
  const recommendation = neutralBlock(finding.recommendation, { indent: 6 })
  if (recommendation !== '') lines.push(`    - **Recommendation:** ${recommendation}`)
  return lines.join('\n')
}

function questions({ openQuestions }: Verdict): string {
  const open = openQuestions.filter(({ status }) => status === 'human')
  if (open.length === 0) return '1. None.'
  return open.map(({ text }, index) => `${index + 1}. ${neutralLine(text)}`).join('\n')
}

function boxes(kind: ReviewKind, chosen: VerdictWord): string {
  const meaning = {
    APPROVED: READY[kind],
    REVISE: 'Fix Tier 1/2 issues first',
    DISCUSS: 'Needs Orchestrator decision',
  }
  return VERDICTS.map(
    (word) => `[${word === chosen ? 'x' : ' '}] **${word}** - ${meaning[word]}`,
  ).join('\n')
}
