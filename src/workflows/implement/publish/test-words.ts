/** Tests and checks of an item for people: before and with the code, new and old, by requirement. */
import type { Proof } from '../build.ts'
import type { Coverage } from '../proof/coverage.ts'
import { beforeWords } from '../proof/late-tests.ts'
import { named } from '../proof/passing.ts'
import type { TestRun } from '../proof/red.ts'
import type { ReportFacts } from './report-facts.ts'
import { code, countOf, table } from './report-markdown.ts'

/** New tests are those that the base does not have; tests of the same files that it has are counted apart. */
export function testWords({ build, tests }: Pick<ReportFacts, 'build' | 'tests'>): string {
  const { red, suite } = build.proof
  const files = Object.values(tests)
  const count = (of: (file: (typeof files)[number]) => number) =>
    files.reduce((sum, file) => sum + of(file), 0)
  const fresh = count((file) => file.fresh.length)
  const changed = count((file) => file.changed.length)
  const old = count((file) => file.names.length) - fresh - changed
  const judged = suite?.isByExitCode
    ? ['Tests were judged by exit code only (`implement.judgeBy`): none was counted.']
    : []
  const none = build.design.proof === 'none' ? [] : ['No test was written or changed.']
  if (files.length === 0) return [...none, ...judged].join(' ')
  return [
    `${countOf(fresh, 'new test')}${changed > 0 ? `, ${changed} changed` : ''}${old > 0 ? `; ${old} older ${old === 1 ? 'one' : 'ones'} of the same files as before` : ''}.`,
    ...(red === undefined ? [] : [`Before the code: ${beforeWords(build.proof)}.`]),
    ...judged,
  ].join(' ')
}

/** Each command, before anything was changed and with the code. */
export function proofTable({ baseline, suite, checks, excused }: Proof): string[] {
  const known = new Set([...excused.red, ...excused.flaky])
  const rows = [
    ...(suite === undefined
      ? []
      : [[code(suite.command), runWords(baseline, known), runWords(suite, known)]]),
    ...checks.required.map((command) => {
      const run = checks.runs.find((one) => one.command === command)
      return [code(command), 'passes', run === undefined ? 'not run' : checkWords(run)]
    }),
    ...checks.notRequired.map(({ command }) => [code(command), 'does not pass', 'not required']),
  ]
  return rows.length === 0 ? [] : [table(['command', 'before', 'with the code'], rows)]
}

function checkWords({ exitCode, timedOut }: Pick<TestRun, 'exitCode' | 'timedOut'>): string {
  return exitCode === 0 && !timedOut ? 'passes' : 'fails'
}

function runWords(run: TestRun | undefined, known: ReadonlySet<string>): string {
  if (run === undefined) return ''
  if (run.counts === null)
    return `exit code ${run.exitCode ?? 'unknown'}${run.isByExitCode ? ', not counted' : ''}`
  const { passed, failed, failing } = run.counts
  const isKnown = failed > 0 && failing.every((name) => known.has(name))
  return `${passed} passed, ${failed} failed${isKnown ? ' (known red or flaky)' : ''}`
}

export function coverageTable(rows: readonly Coverage[]): string[] {
  if (rows.length === 0) return []
  const tested = rows.filter(({ tests }) => tests.length > 0).length
  const lines = rows.map(({ requirement, text, tests, otherwise }) => [
    `REQ-${requirement}: ${text}`,
    otherwise === undefined ? named(tests) || 'none' : elsewhere(otherwise),
  ])
  return [
    `${tested} of ${countOf(rows.length, 'requirement')} named by new or changed tests:`,
    table(['requirement', 'tests'], lines),
  ]
}

function elsewhere({ how, scenarios }: NonNullable<Coverage['otherwise']>): string {
  const where = how === 'Manual' ? 'by a person' : 'by tests that were there'
  return `${where} (${scenarios.join(', ')})`
}
