/** What somebody has to know who decides whether a branch is merged: open points first, then proof, files and how it came about. */

import { vendorOf } from '../../../model/calls/language-model.ts'
import { plainLine } from '../../../model/text/plain-line.ts'
import { withoutEscapes } from '../../../model/text/without-escapes.ts'
import { lldPath } from '../../lld/evidence.ts'
import { fateWords } from '../../review/dispositions.ts'
import { openFindings } from '../../review/findings.ts'
import { neutralBlock } from '../../review/parse/neutral-text.ts'
import { headline, renderVerdict } from '../../review/render-review.ts'
import { uncovered } from '../proof/coverage.ts'
import { unproven, unprovenWords } from '../proof/late-tests.ts'
import type { ReportFacts } from './report-facts.ts'
import { bullets, code, countOf, sentence } from './report-markdown.ts'
import { coverageTable, proofTable, testWords } from './test-words.ts'
import { usageWords } from './usage-words.ts'

export function implementationReport(facts: ReportFacts): string {
  const { build, verdict } = facts
  const { item, design } = build
  return `${[
    `# Implementation Report: ${headline(`${item.id}-${item.title}`)}`,
    approvalWords(facts),
    '## Open points',
    bullets(openPoints(facts)),
    '## Proof',
    `${sentence(design.proofWhy)} ${testWords(facts)}`.trim(),
    ...proofTable(build.proof),
    ...coverageTable(facts.coverage),
    '## Review summary',
    neutralBlock(verdict.summary, { indent: 0 }) || 'None.',
    '## Files',
    bullets(fileWords(facts)),
    '## Course of the work',
    bullets(courseWords(facts)),
    renderVerdict('code', verdict.verdict, openFindings(facts.findings)),
  ].join('\n\n')}\n`
}

function approvalWords({ build, reviewer, rounds }: ReportFacts): string {
  const { item, drafter, run, base } = build
  const isSame = vendorOf(drafter) === vendorOf(reviewer)
  return [
    `Approved by ${reviewer} in round ${rounds}, written by ${drafter}${isSame ? ' of the same vendor' : ''}.`,
    ...(run.mock ? ['All answers are those of the mock provider.'] : []),
    `Built on ${base.slice(0, 12)} from ${code(lldPath(run.repo, item.id))}.`,
  ].join(' ')
}

/** Whatever is not as the design, a clean suite and a review without findings would have it. */
function openPoints(facts: ReportFacts): string[] {
  const { build, findings, coverage, changed, tests } = facts
  const { design, amendments, proof, allowedPins, carried } = build
  const paths = new Set(changed.map(({ path }) => path))
  const unread = Object.entries(tests).filter(([, { isReadable }]) => !isReadable)
  const now = proof.suite?.counts
  return [
    ...openFindings(findings).map(
      (finding) =>
        `Finding ${finding.id} (tier ${finding.tier}) is open: ${finding.title}${finding.declined === undefined ? '' : `; the author declined it: ${finding.declined}`}`,
    ),
    ...(unread.length > 0
      ? [
          `Which requirements are tested is unknown: ${unread.map(([path]) => code(path)).join(', ')} cannot be read`,
        ]
      : uncovered(coverage).map(
          ({ requirement, text }) => `REQ-${requirement} is named by no new test: ${text}`,
        )),
    ...coverage
      .filter(({ otherwise }) => otherwise?.how === 'Manual')
      .map(
        ({ requirement, otherwise }) =>
          `REQ-${requirement} has to be tried by a person: ${otherwise?.scenarios.join(', ')}`,
      ),
    ...amendments
      .filter(({ approved }) => approved)
      .map(
        ({ path, why }) =>
          `${code(path)} was changed although the design does not name it; the reviewer allowed it: ${why}`,
      ),
    ...design.files
      .filter(({ path }) => !paths.has(path))
      .map(({ path, change }) => `${code(path)} (${change}) of the design was not changed`),
    ...unproven(proof).map(unprovenWords),
    ...(allowedPins === ''
      ? []
      : [`A person has allowed doubtful pins of a lockfile: ${plainLine(allowedPins, 500)}`]),
    ...proof.excused.red.map(
      (name) =>
        `Known red: ${name} failed before anything was changed, and ${now?.passing.includes(name) ? 'passes now' : 'still fails'}`,
    ),
    ...proof.excused.flaky.map((name) => `Flaky: ${name} failed and passed on the same files`),
    ...proof.checks.notRequired.map(
      ({ command, why }) =>
        `${code(command)} did not pass before anything was changed, and was not required: ${why}`,
    ),
    ...carried.map(
      ({ id, tier, title }) =>
        `The design was approved with finding ${id} (tier ${tier}) open: ${title}`,
    ),
  ]
}

function fileWords({ build, changed }: ReportFacts): string[] {
  return changed.map(({ path, change }) => {
    const row = build.design.files.find((file) => file.path === path)
    return `${code(path)} ${change}${row === undefined ? ', not named by the design' : `: ${row.description}`}`
  })
}

function courseWords({ build, findings, rounds, usage }: ReportFacts): string[] {
  const { refusals, amendments, proof } = build
  const settled = findings.filter(({ disposition }) => disposition !== 'open')
  return [
    `${countOf(rounds, 'review')}, ${countOf(proof.fixes, 'repair')} of failing tests or checks, ${countOf(refusals.length, 'refused proposal')}.`,
    ...usageWords(usage),
    ...settled.map(
      (finding) =>
        `Finding ${finding.id} (tier ${finding.tier}), ${finding.title}: ${fateWords(finding, { isApproved: true })}`,
    ),
    ...refusals.map(
      ({ task, round, reasons }) => `Refused, ${task}, round ${round}: ${reasonWords(reasons)}`,
    ),
    ...amendments
      .filter(({ approved }) => !approved)
      .map(
        ({ path, asked, why }) =>
          `${code(path)} was asked for (${asked}) and refused by the reviewer: ${why}`,
      ),
  ]
}

const MOST_REASONS = 10
const MOST_WORDS = 300

function reasonWords(reasons: readonly string[]): string {
  const more = reasons.length - MOST_REASONS
  const shown = reasons
    .slice(0, MOST_REASONS)
    .map((reason) => plainLine(withoutEscapes(reason), MOST_WORDS))
  return [...shown, ...(more > 0 ? [`and ${countOf(more, 'more reason')}`] : [])].join('; ')
}
