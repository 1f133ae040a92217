/** How an item was tested, test by test: for whoever wants to know more than the implementation report says. */

import { neutralLine } from '../../review/parse/neutral-text.ts'
import { fenced } from '../edits/proposal-document.ts'
import { checkNotes } from '../proof/checks/run-checks.ts'
import { beforeWords } from '../proof/late-tests.ts'
import type { TestRun } from '../proof/red.ts'
import type { FreshTest } from '../proof/scenarios.ts'
import type { WrittenFile } from '../proof/written-tests.ts'
import type { ReportFacts } from './report-facts.ts'
import { bullets, code, table } from './report-markdown.ts'
import { coverageTable, testWords } from './test-words.ts'

const MOST_OUTPUT = 4_000

export function testReport(facts: ReportFacts): string {
  const { build, tests, coverage } = facts
  const { item, design, tools, proof } = build
  const { baseline, red, green, suite, excused, checks } = proof
  return `${[
    `# Test report: ${item.id} - ${neutralLine(item.title)}`,
    `Proof: ${design.proof}, for ${neutralLine(design.proofWhy)}. ${testWords(facts)}`.trim(),
    ...(tools === undefined
      ? []
      : [`Tests are run by ${tools.framework}, known from ${tools.from}.`]),
    table(
      ['run', 'command', 'exit code', 'passed', 'failed'],
      [
        ...row('before', baseline),
        ...row('red', red),
        ...row('green', green),
        ...row('whole suite', suite),
      ],
    ),
    ...section('Checks', checkNotes(checks)),
    '## New tests',
    bullets(listed(tests, ({ fresh }) => fresh)),
    ...section(
      'Changed tests',
      listed(tests, ({ changed }) => changed),
    ),
    ...section('Failures that are not of this work', [
      ...excused.red.map((name) => `${name}: failed before anything was changed`),
      ...excused.flaky.map((name) => `${name}: failed and passed on the same files`),
    ]),
    ...(coverage.length === 0 ? [] : ['## Requirements', ...coverageTable(coverage)]),
    'Lines and branches were not measured.',
    ...(red === undefined
      ? []
      : [
          `## Red: before the code was written, ${beforeWords(proof)}`,
          fenced('text', withoutTimes(red.output.slice(-MOST_OUTPUT).trim())),
        ]),
  ].join('\n\n')}\n`
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [`## ${title}`, bullets(lines)]
}

function listed(
  tests: ReportFacts['tests'],
  of: (file: WrittenFile) => readonly FreshTest[],
): string[] {
  return Object.entries(tests).flatMap(([path, file]) =>
    of(file).map(({ name }) => `${name} (${code(path)})`),
  )
}

function row(name: string, run: TestRun | undefined): string[][] {
  if (run === undefined) return []
  const { passed, failed } = run.counts ?? { passed: 'unknown', failed: 'unknown' }
  return [[name, code(run.command), `${run.exitCode ?? 'killed'}`, `${passed}`, `${failed}`]]
}

/** Durations differ from run to run and prove nothing. */
function withoutTimes(output: string): string {
  return output.replace(/ \([\d.]+ ?ms\)/g, '').replace(/duration_ms:? [\d.]+/g, 'duration_ms …')
}
