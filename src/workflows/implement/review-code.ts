/** Code as the review loop sees it: a build whose tests pass, and its diff. */
import { personFinding, type TrackedFinding } from '../review/findings.ts'
import type { ReviewSubject } from '../review/review.ts'
import { type Build, promptFor, resetTo } from './build.ts'
import { askAboutLockfiles } from './diff/ask-about-lockfiles.ts'
import { shownDiff } from './diff/shown-diff.ts'
import { carriedShown, refusedShown } from './prompt-words.ts'
import { proveGreen } from './proof/prove.ts'
import { redWords, type TestRun } from './proof/red.ts'
import { testNames } from './proof/weakening.ts'
import { reviseCode } from './write-code.ts'

/** Code as it is in one round. */
export interface Code {
  readonly build: Build
  readonly diff: string
}

/** Tests pass, and every doubtful pin of a lockfile is allowed. */
export async function greenCode(first: Build): Promise<Code> {
  let build = first
  for (;;) {
    if (build.design.proof !== 'none') build = await proveGreen(build)
    const asked = await askAboutLockfiles(build)
    build = asked.build
    if (asked.said.answer === 'approve')
      return { build, diff: await build.worktree.diff(build.base, build.commit) }
    build = (await reviseCode(build, [personFinding([], asked.said.text, 0)], 0)).build
  }
}

/** `inputHash` is of the title and of the design. */
export function codeSubject(
  { run, lineage, decisions }: Pick<Build, 'run' | 'lineage' | 'decisions'>,
  inputHash: string,
): ReviewSubject<Code> {
  return {
    run,
    lineage,
    noun: 'code',
    decide: (question, answer) => decisions.add(question, answer),
    shown: ({ diff }) => ({ content: diff }),
    asking: () => '',
    answered: (code) => code,
    reopened: (code) => code,
    async prompt({ build }, { round, rounds, earlier }) {
      await resetTo(build, build.commit)
      const words = {
        round: String(round),
        rounds: String(rounds),
        computed: computedWords(build),
        refused: refusedShown(build.refused),
        earlier,
        carried: carriedShown(build.carried),
        diff: await wholeDiff(build),
      }
      return promptFor(build, 'review', { role: 'reviewer', round, words })
    },
    binding: async ({ build }) => ({
      issue: build.item.id,
      inputHash,
      provider: run.mock ? 'mock' : 'models',
      contentHash: await build.worktree.treeOf(build.commit),
    }),
    computed: ({ build }) => computedParts(build),
    async revise({ build }, open: readonly TrackedFinding[], round) {
      const revised = await reviseCode(build, open, round)
      return { work: await greenCode(revised.build), declined: revised.declined }
    },
  }
}

async function wholeDiff({ run, worktree, base, commit, written }: Build): Promise<string> {
  return shownDiff({ repo: run.repo, worktree, from: base, to: commit, written })
}

function computedParts(build: Build): ReturnType<ReviewSubject<Code>['computed']> {
  const { item, design, proof } = build
  const names = Object.values(proof.tests).flatMap(testNames)
  const rows = design.requirements.map(({ number, text }) => ({
    requirement: number,
    text,
    scenarios: names.filter((name) => new RegExp(`REQ-${number}\\b`).test(name)),
  }))
  return {
    kind: 'code',
    title: `${item.id}-${item.title}`,
    preFlight: proofNotes(build),
    ...(design.proof === 'red-green' ? { coverage: rows } : {}),
  }
}

function computedWords(build: Build): string {
  return [
    '- Every changed file is named by the design, is a test, or is allowed by the project’s settings.',
    ...proofNotes(build).map((note) => `- ${note}`),
  ].join('\n')
}

function proofNotes({ design, proof: { red, green, suite, tests } }: Build): string[] {
  return [
    `Proof: ${design.proof}, for ${design.proofWhy}.`,
    ...(red === undefined ? [] : [`Before the code: ${redWords(red, tests)}.`]),
    ...(green === undefined ? [] : [`New tests with the code: ${countsWords(green)}.`]),
    ...(suite === undefined ? [] : [`The whole suite: ${countsWords(suite)}.`]),
  ]
}

function countsWords({ counts, exitCode }: TestRun): string {
  return counts === null
    ? `exit code ${exitCode}`
    : `${counts.passed} passed, ${counts.failed} failed`
}
