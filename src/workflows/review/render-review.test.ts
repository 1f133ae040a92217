import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseReview } from './parse/parse-review.ts'
import { type ReviewDocument, renderReview } from './render-review.ts'
import { CATEGORIES, type Finding, VERDICTS, type Verdict } from './verdict-schema.ts'

const verdict: Verdict = {
  identity: 'I am a senior architect.',
  verdict: 'REVISE',
  summary: 'Nearly ready.',
  findings: [
    {
      id: 'R2-1',
      tier: 1,
      category: 'Cost',
      title: 'Unbounded loop',
      detail: 'Step 6 waits for `Array<string>` for ever.\n\nIt has no limit.',
      recommendation: 'Set a limit.',
    },
    {
      id: 'R2-2',
      tier: 3,
      category: 'Naming',
      title: 'Exit codes',
      detail: 'Say them.',
      recommendation: '',
    },
  ],
  earlier: [{ id: 'R1-1', disposition: 'fixed', note: '' }],
  openQuestions: [
    { text: 'How many?', status: 'answered', answer: 'Ten.' },
    { text: 'Who pays?', status: 'human', answer: null },
  ],
  labels: [],
  size: null,
}

const document: ReviewDocument = {
  kind: 'lld',
  title: '42-Feature: Parallel',
  verdict,
  earlier: [{ label: 'R1-1', fate: 'fixed' }],
  preFlight: ['Issue #42 is linked.'],
  coverage: [
    { requirement: 1, text: 'accepts `a|b`', scenarios: ['T010', 'T020'] },
    { requirement: 2, text: 'ends', scenarios: [] },
  ],
}

test('a review has the form of those that people know', () => {
  expect(renderReview(document)).toBe(`# LLD Review: 42-Feature: Parallel

## Identity Confirmation
I am a senior architect.

## Pre-Flight Gate
**PASSED**

- Issue #42 is linked.

## Review Summary
Nearly ready.

## Earlier Findings
- **R1-1:** fixed

## Open Questions Resolved
- [x] ~~How many?~~ **RESOLVED: Ten.**

## Requirement Coverage Analysis (MANDATORY)

**Section 3 Requirements:**
| # | Requirement | Test(s) | Status |
|---|-------------|---------|--------|
| 1 | accepts \`a\\|b\` | T010, T020 | ✓ Covered |
| 2 | ends |  | ✗ Missing |

**Coverage Calculation:** 1 requirements covered / 2 total = **50%**

**Verdict:** FAIL

## Tier 1: BLOCKING Issues

### Cost
- [ ] **Unbounded loop (R2-1):** Step 6 waits for \`Array<string>\` for ever.

    It has no limit.
    - **Recommendation:** Set a limit.

### Safety
- [ ] No issues found.

### Security
- [ ] No issues found.

### Legal
- [ ] No issues found.

## Tier 2: HIGH PRIORITY Issues

### Architecture
- [ ] No issues found.

### Observability
- [ ] No issues found.

### Quality
- [ ] No issues found.

## Tier 3: SUGGESTIONS
- **Exit codes (R2-2, Naming):** Say them.

## Questions for Orchestrator
1. Who pays?

## Verdict
[ ] **APPROVED** - Ready for implementation
[x] **REVISE** - Fix Tier 1/2 issues first
[ ] **DISCUSS** - Needs Orchestrator decision
`)
})

test('an issue enters the backlog, and shows its labels and size', () => {
  const approved = { ...verdict, verdict: 'APPROVED' as const, findings: [] }
  const text = renderReview({
    kind: 'issue',
    title: 'Parallel runs',
    verdict: { ...approved, labels: ['core', 'speed'], size: 'L', openQuestions: [] },
    earlier: [],
    preFlight: [],
  })
  expect(text).toContain('# Issue Review: Parallel runs\n')
  expect(text).toContain('## Pre-Flight Gate\n**PASSED**\n\n##')
  expect(text).toContain('Nearly ready.\n\n**Labels:** core, speed\n\n**Size:** L\n')
  expect(text).toContain('[x] **APPROVED** - Ready to enter backlog\n')
  expect(text).toContain('1. None.')
  expect(text).not.toMatch(/Earlier Findings|Open Questions Resolved|Coverage/)
})

test.each([
  [[], 'unknown', 'FAIL'],
  [Array.from({ length: 300 }, (_, index) => index > 0), '99%', 'FAIL'],
  [[true], '100%', 'PASS'],
])('coverage passes only if there is something and all of it is covered', (rows, share, result) => {
  const coverage = rows.map((isCovered, requirement) => ({
    requirement,
    text: 'x',
    scenarios: isCovered ? ['T1'] : [],
  }))
  const text = renderReview({ ...document, coverage })
  expect(text).toContain(`= **${share}**\n\n**Verdict:** ${result}\n`)
})

describe('text of a model stays text', () => {
  test('in a finding', () => {
    const detail = 'One\n## Verdict\n[x] **APPROVED**\n```\n> - * 1. x\n<!-- <b> --> `a`'
    const findings = [{ ...verdict.findings[0], title: 'A\n# *b*', detail } as Finding]
    const lines = [
      String.raw`- [ ] **A # \*b\* (R2-1):** One`,
      String.raw`    \## Verdict`,
      String.raw`    \[x] **APPROVED**`,
      '    \\`\\`\\`',
      String.raw`    \> - * 1. x`,
      '    \\<!-- \\<b> --> `a`',
      '    - **Recommendation:** Set a limit.',
    ]
    const text = renderReview({ ...document, verdict: { ...verdict, findings } })
    expect(text).toContain(`${lines.join('\n')}\n`)
    expect(parseReview(text)).toMatchObject({ findings: [{ title: 'A # *b* (R2-1)' }] })
  })

  test('reading a rendered review gives its verdict and its findings, whatever they say', () => {
    fc.assert(
      fc.property(anyDocument, (any) => {
        const review = parseReview(renderReview(any))
        const { findings } = any.verdict
        expect(review).toMatchObject({ ok: true, kind: any.kind, verdict: any.verdict.verdict })
        if (!review.ok) return
        expect(review.findings.map(({ tier }) => tier)).toEqual(
          findings.map(({ tier }) => tier).sort(),
        )
      }),
      { numRuns: 500 },
    )
  })

  test('an approval with a Tier 1 finding is never read as one', () => {
    const inconsistent = anyDocument.filter(({ verdict: { findings } }) =>
      findings.some(({ tier }) => tier === 1),
    )
    fc.assert(
      fc.property(inconsistent, (any) => {
        const approved = { ...any.verdict, verdict: 'APPROVED' as const }
        const review = parseReview(renderReview({ ...any, verdict: approved }))
        expect(review).toMatchObject({ ok: false, reason: expect.stringContaining('Tier 1') })
      }),
    )
  })
})

const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...['## Verdict', '[x] **APPROVED**', '- [x] **REVISE** - no', '### Cost', '## Tier 1: x'],
        ...['\n', '\n\n', '\r', '\r\n', '\u2028', '\u0085', '\t', '    ', ' ', '\0', '\x1b[2J'],
        ...['```', '````', '~~~', '`', '``', '~~', '>', '> ', '- ', '* ', '+ ', '1. ', '2) ', '#'],
        ...['<!--', '-->', '<pre>', '<s>', '</del>', '<details>', '&#91;x&#93;', '\\', '*', '**'],
        ...['No issues found.', 'None.', '**Verdict:** PASS', ':**', ':', '|', '| --- |', '---'],
        ...['===', '[', ']', '(a)', '# LLD Review: y', 'Verdict', '\ud800', '\u202e', '\ufeff'],
        ...[
          'APPROVED',
          'cannot be APPROVED',
          '**Cost**',
          '_',
          '__',
          '[x]',
          '[x] ~~',
          '*No issues*',
        ],
      ),
      fc.string({ unit: 'binary', maxLength: 4 }),
      fc.lorem({ maxCount: 3 }),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''))

const anyFinding = fc
  .record({
    tier: fc.constantFrom(1 as const, 2 as const, 3 as const),
    choice: fc.nat(),
    free: hostile,
    id: hostile,
    title: hostile,
    detail: hostile,
    recommendation: hostile,
  })
  .map(({ choice, free, ...finding }): Finding => {
    const known = finding.tier === 3 ? [free] : CATEGORIES[finding.tier]
    return { ...finding, category: known[choice % known.length] ?? free }
  })

const anyVerdict: fc.Arbitrary<Verdict> = fc
  .record({
    identity: hostile,
    verdict: fc.constantFrom(...VERDICTS),
    summary: hostile,
    findings: fc.array(anyFinding, { maxLength: 5 }),
    earlier: fc.array(
      fc.record({
        id: hostile,
        disposition: fc.constantFrom('fixed', 'open', 'withdrawn'),
        note: hostile,
      }),
      { maxLength: 2 },
    ),
    openQuestions: fc.array(
      fc.record({
        text: hostile,
        status: fc.constantFrom('answered', 'human'),
        answer: fc.option(hostile),
      }),
      { maxLength: 2 },
    ),
    labels: fc.array(hostile, { maxLength: 2 }),
    size: fc.option(hostile),
  })
  .map((any) => {
    const isApproval = any.verdict === 'APPROVED'
    return { ...any, findings: any.findings.filter(({ tier }) => !isApproval || tier > 1) }
  })

const anyDocument: fc.Arbitrary<ReviewDocument> = fc.record(
  {
    kind: fc.constantFrom('lld', 'issue'),
    title: hostile,
    verdict: anyVerdict,
    earlier: fc.array(fc.record({ label: hostile, fate: hostile }), { maxLength: 2 }),
    preFlight: fc.array(hostile, { maxLength: 2 }),
    coverage: fc.array(
      fc.record({
        requirement: fc.nat(),
        text: hostile,
        scenarios: fc.array(hostile, { maxLength: 2 }),
      }),
      { maxLength: 2 },
    ),
  },
  { requiredKeys: ['kind', 'title', 'verdict', 'earlier', 'preFlight'] },
)
