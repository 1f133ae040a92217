/** The two reports of an item: what was built, and what proves it. */
import { writeFrontMatter } from '../../../authoring/front-matter.ts'
import type { ChangedFile } from '../../../authoring/worktree.ts'
import { fateWords } from '../../review/dispositions.ts'
import type { Binding, Evidence, ReviewedBinding } from '../../review/evidence.ts'
import type { TrackedFinding } from '../../review/findings.ts'
import type { Build } from '../build.ts'
import { amendmentLines } from '../edits/amendments.ts'
import { fenced } from '../edits/propose.ts'
import { checkNotes } from '../proof/checks/run-checks.ts'
import { redWords, type TestRun } from '../proof/red.ts'
import { untestedRequirements } from '../proof/scenarios.ts'
import { freshOf } from '../proof/written-tests.ts'

interface ReportFacts {
  readonly build: Build
  readonly binding: ReviewedBinding
  readonly findings: readonly TrackedFinding[]
  readonly changed: readonly ChangedFile[]
  readonly evidence: Omit<Evidence, keyof Binding>
}

export function implementationReport(facts: ReportFacts): string {
  const { build, binding, findings, changed, evidence } = facts
  const { item, design, carried, worktree, amendments, refused } = build
  const { drafter, reviewer, rounds, verdict } = evidence
  const body = [
    `# Implementation report: ${item.id} - ${line(item.title)}`,
    `Built from the approved design \`docs/lld/LLD-${item.id}.md\` on branch \`${worktree.branch}\`. Written by ${drafter}, approved by ${reviewer} in round ${rounds}; the verdict is [beside this report](${verdict.split('/').at(-1)}).`,
    '## What was built',
    list(design.requirements.map(({ number, text }) => `REQ-${number}: ${line(text)}`)),
    '## Files',
    list(
      changed.map(({ path, change }) => {
        const row = design.files.find((file) => file.path === path)
        return `\`${path}\` ${change}${row === undefined ? ', not named by the design' : `: ${line(row.description)}`}`
      }),
    ),
    '## Deviations',
    list([
      ...untouched(facts),
      ...amendments
        .filter(({ approved }) => approved)
        .map(
          ({ path, why }) =>
            `\`${path}\` was changed although the design does not name it. The reviewer allowed it: ${line(why)}`,
        ),
    ]),
    '## Decisions',
    list([
      `Proof: ${design.proof}, for ${design.proofWhy}.`,
      ...findings.map(
        (finding) =>
          `${finding.id}, ${line(finding.title)}: ${fateWords(finding, { isApproved: true })}`,
      ),
    ]),
    '## Carried along from the design',
    list(carried.map(({ id, tier, title }) => `${id} (tier ${tier}): ${line(title)}`)),
    '## Proposals that were refused',
    list(refused.map(line)),
    ...(amendments.some(({ approved }) => !approved)
      ? [amendmentLines(amendments.filter(({ approved }) => !approved))]
      : []),
  ].join('\n\n')
  return writeFrontMatter({
    data: { ...binding, kind: design.kind, ...evidence },
    body: `${body}\n`,
  })
}

/** Files of 2.1 that have stayed as they were. */
function untouched({ build, changed }: ReportFacts): string[] {
  const paths = new Set(changed.map(({ path }) => path))
  return build.design.files
    .filter(({ path }) => !paths.has(path))
    .map(({ path, change }) => `\`${path}\` (${change}) was not changed.`)
}

export function testReport(build: Build): string {
  const { item, design, tools } = build
  const { baseline, red, green, suite, tests, excused, checks } = build.proof
  const names = Object.entries(tests).flatMap(([path, { fresh }]) =>
    fresh.map(({ name }) => `${line(name)} (\`${path}\`)`),
  )
  return `${[
    `# Test report: ${item.id} - ${line(item.title)}`,
    `Proof: ${design.proof}, for ${design.proofWhy}.`,
    ...(tools === undefined
      ? []
      : [`Tests are run by ${tools.framework}, known from ${tools.from}.`]),
    '| run | command | exit code | passed | failed |\n| --- | --- | --- | --- | --- |\n' +
      [row('before', baseline), row('red', red), row('green', green), row('whole suite', suite)]
        .filter((text) => text !== '')
        .join('\n'),
    ...(checks.required.length + checks.notRequired.length === 0
      ? []
      : ['## Checks', list(checkNotes(checks).map(line))]),
    '## New tests',
    list(names),
    ...(excused.red.length + excused.flaky.length === 0
      ? []
      : [
          '## Failures that are not of this work',
          list([
            ...excused.red.map((name) => `${line(name)}: failed before anything was changed`),
            ...excused.flaky.map((name) => `${line(name)}: failed and passed on the same files`),
          ]),
        ]),
    ...shown(
      `Red: before the code was written${red === undefined ? '' : `, ${redWords(red, tests)}`}`,
      red,
    ),
    ...shown('Green: with the code', green),
    ...shown('The whole suite', suite),
    '## Coverage',
    coverage(build),
  ].join('\n\n')}\n`
}

function coverage({ design, proof }: Build): string {
  const lines = 'Lines and branches were not measured.'
  const tests = freshOf(proof.tests)
  if (tests.length === 0) return `No new tests. ${lines}`
  const all = new Set(design.scenarios.flatMap(({ requirements }) => requirements)).size
  const untested = untestedRequirements(design.scenarios, tests)
  return `${all - untested.length} of ${all} requirements are named by a new test. ${lines}`
}

function row(name: string, run: TestRun | undefined): string {
  if (run === undefined) return ''
  const { passed, failed } = run.counts ?? { passed: 'unknown', failed: 'unknown' }
  return `| ${name} | \`${run.command.replaceAll('|', '\\|')}\` | ${run.exitCode ?? 'killed'} | ${passed} | ${failed} |`
}

function shown(title: string, run: TestRun | undefined): string[] {
  if (run === undefined) return []
  return [`## ${title}`, fenced('text', withoutTimes(run.output.slice(-4_000).trim()))]
}

/** Durations differ from run to run and prove nothing. */
function withoutTimes(output: string): string {
  return output.replace(/ \([\d.]+ ?ms\)/g, '').replace(/duration_ms:? [\d.]+/g, 'duration_ms …')
}

function list(lines: readonly string[]): string {
  return lines.length === 0 ? 'None.' : lines.map((text) => `- ${text}`).join('\n')
}

function line(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
