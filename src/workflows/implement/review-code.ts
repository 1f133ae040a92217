/** Code as the review loop sees it: a build whose tests pass, and its diff. */
import type { GateAnswer } from '../../model/gate.ts'
import { ask } from '../review/ask-person.ts'
import { oneLine, personFinding } from '../review/findings.ts'
import type { ReviewSubject } from '../review/review.ts'
import type { Build } from './build.ts'
import { lockfileChanges } from './diff/shown-diff.ts'
import { checkNotes } from './proof/checks/run-checks.ts'
import { coverageOf } from './proof/coverage.ts'
import { excusedWords } from './proof/excused.ts'
import { beforeWords, proveLate, unproven, unprovenWords } from './proof/late-tests.ts'
import { proveGreen } from './proof/prove.ts'
import type { TestRun } from './proof/red.ts'
import { freshOf, type WrittenTests } from './proof/written-tests.ts'
import { type Code, reviewerQuestions } from './reviewer-questions.ts'
import { reviseCode } from './write-code.ts'

/** Tests pass, and every doubtful pin of a lockfile is allowed. */
export async function greenCode(first: Build): Promise<Code> {
  let build = first
  for (;;) {
    const { proof, design } = build
    if (design.proof !== 'none' || proof.checks.required.length > 0) build = await proveGreen(build)
    build = (await proveLate(build)).build
    const asked = await askAboutLockfiles(build)
    build = asked.build
    if (asked.said.answer === 'approve')
      return { build, diff: await build.worktree.diff(build.base, build.commit) }
    build = (await reviseCode(build, [personFinding([], asked.said.text, 0)], 0)).build
  }
}

/** What a lockfile pins decides which code runs where this is merged: what is in doubt needs a person, once for the same. */
async function askAboutLockfiles(
  build: Build,
): Promise<{ readonly build: Build; readonly said: GateAnswer }> {
  const { run, worktree, base, commit, decisions } = build
  const changes = await lockfileChanges({ repo: run.repo, worktree, from: base, to: commit })
  const content = changes
    .flatMap(({ path, change }) => change.doubts.map((doubt) => `- ${path}: ${doubt}`))
    .join('\n')
  if (content === '' || content === build.allowedPins) return { build, said: { answer: 'approve' } }
  const question = 'A lockfile would pin packages in a way that no new version explains. Allow it?'
  const said = await ask(asking({ run, decisions }), 'lockfile', { question, content })
  return { build: said.answer === 'approve' ? { ...build, allowedPins: content } : build, said }
}

function asking({ run, decisions }: Pick<Build, 'run' | 'decisions'>) {
  return {
    run,
    noun: 'code',
    decide: (question: string, answer: string) => decisions.add(question, answer),
  }
}

/** `inputHash` is of the title and of the design. */
export function codeSubject(
  { run, lineage, decisions }: Pick<Build, 'run' | 'lineage' | 'decisions'>,
  inputHash: string,
): ReviewSubject<Code> {
  return {
    ...asking({ run, decisions }),
    run,
    lineage,
    shown: ({ diff }) => ({ content: diff }),
    asking: () => '',
    answered: (code) => code,
    reopened: (code) => code,
    ...reviewerQuestions(computedWords),
    binding: async ({ build }) => ({
      issue: build.item.id,
      inputHash,
      provider: run.mock ? 'mock' : 'models',
      contentHash: await build.worktree.treeOf(build.commit),
    }),
    computed: ({ build }) => computedParts(build),
    async revise({ build }, open, round) {
      const revised = await reviseCode(build, open, round)
      const { declined, settled } = revised
      return { work: await greenCode(revised.build), declined, settled }
    },
  }
}

function computedParts(build: Build): ReturnType<ReviewSubject<Code>['computed']> {
  const { item, design, proof } = build
  const rows = coverageOf(design, proof.tests).map(({ requirement, text, tests, otherwise }) => ({
    requirement,
    text,
    scenarios: otherwise?.scenarios ?? tests,
    otherwise: otherwise?.how,
  }))
  return {
    kind: 'code',
    title: `${item.id}-${item.title}`,
    preFlight: proofNotes(build),
    ...(design.proof === 'red-green' ? { coverage: rows } : {}),
  }
}

function computedWords(build: Build): string {
  return [`- ${filesWords(build)}`, ...proofNotes(build).map((note) => `- ${note}`)].join('\n')
}

function filesWords({ amendments }: Build): string {
  const added = amendments.filter(({ approved }) => approved).map(({ path }) => path)
  const others = 'is a test, or is allowed by the project’s settings'
  return added.length === 0
    ? `Every changed file is named by the design, ${others}.`
    : `Every changed file is named by the design, was allowed by you although the design does not name it (${added.map((path) => oneLine(path)).join(', ')}), ${others}.`
}

function proofNotes({ design, proof }: Build): string[] {
  const { red, green, suite, tests, excused, checks } = proof
  return [
    `Proof: ${design.proof}, for ${design.proofWhy}.`,
    ...(red === undefined ? [] : [`Before the code: ${beforeWords(proof)}.`]),
    ...unproven(proof).map((test) => `${unprovenWords(test)}.`),
    ...(green === undefined ? [] : [`With the code: ${greenWords(green, tests)}.`]),
    ...(suite === undefined ? [] : [`The whole suite: ${countsWords(suite)}.`]),
    ...checkNotes(checks),
    ...excusedWords(excused).map((words) => `Not of this work, ${words}.`),
  ]
}

/** Runners run whole files or packages, so there are more tests than the new ones. */
function greenWords(run: TestRun, tests: WrittenTests): string {
  const fresh = freshOf(tests).length
  const words = `the tests of ${Object.keys(tests).length} changed test files: ${countsWords(run)}`
  return fresh === 0 || run.isByExitCode
    ? words
    : `${words}; all of the ${fresh} new ones are among those that passed`
}

function countsWords({ counts, exitCode, isByExitCode }: TestRun): string {
  return counts === null
    ? `exit code ${exitCode}${isByExitCode ? ', by which alone it was judged: its tests were not counted' : ''}`
    : `${counts.passed} passed, ${counts.failed} failed`
}
