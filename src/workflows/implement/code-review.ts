/** The review of a diff: asked by schema, rendered and bound to the tree that was looked at. */
import { writeFrontMatter } from '../../authoring/front-matter.ts'
import { dispositionsOf, fateWords } from '../review/dispositions.ts'
import {
  findingLines,
  openFindings,
  type TrackedFinding,
  trackFindings,
} from '../review/findings.ts'
import { renderReview } from '../review/render-review.ts'
import type { Verdict } from '../review/verdict.ts'
import { verdictFor } from '../review/verdict-for.ts'
import { shownDiff } from './diff/shown-diff.ts'
import type { BuiltBinding } from './evidence.ts'
import { carriedShown, refusedShown } from './prompt-words.ts'
import type { Proven } from './proof/proving.ts'
import { redWords, type TestRun } from './proof/red.ts'
import { testNames } from './proof/weakening.ts'
import type { Workshop } from './workshop.ts'

export interface Reviewed {
  readonly verdict: Verdict
  readonly tracked: TrackedFinding[]
  readonly binding: BuiltBinding
  readonly reviewer: string
  /** The verdict as a document, bound to the tree. */
  readonly document: string
}

export async function reviewCode(
  shop: Workshop,
  options: {
    readonly proof: Proven
    readonly findings: readonly TrackedFinding[]
    readonly round: number
    readonly rounds: number
    readonly inputHash: string
  },
): Promise<Reviewed> {
  const { run, worktree, lineage, item, carried } = shop.options
  const { proof, findings, round, rounds } = options
  const kept = lineage.take('verdict')
  shop.verdictPath = kept
  const open = openFindings(findings)
  const reviewed = await run.step('review', async () => {
    await shop.settle(shop.commit)
    const words = {
      round: String(round),
      rounds: String(rounds),
      computed: computedWords(shop, proof),
      refused: refusedShown(shop.refused),
      earlier:
        open.length === 0
          ? ''
          : `Earlier findings, each of which you must dispose of:\n\n${findingLines(open)}`,
      carried: carriedShown(carried),
      diff: await wholeDiff(shop),
    }
    const prompt = await shop.prompt('review', 'reviewer', round, words)
    const verdict = await run.ask('reviewer', prompt, verdictFor('', open))
    const binding: BuiltBinding = {
      issue: item.id,
      inputHash: options.inputHash,
      provider: run.mock ? 'mock' : 'models',
      contentHash: await worktree.treeOf(shop.commit),
    }
    const after = trackFindings(findings, verdict, round)
    const body = rendered(shop, {
      verdict,
      earlier: after.filter((one) => one.round < round),
      proof,
    })
    const { carried: left, settled } = dispositionsOf(after)
    const isApproved = verdict.verdict === 'APPROVED'
    const data = { ...binding, settled, ...(isApproved ? { carried: left } : { open: left }) }
    const document = writeFrontMatter({ data, body })
    await lineage.keep(kept, document)
    return { verdict, binding, document, reviewer: run.modelOf('reviewer') }
  })
  return { ...reviewed, tracked: trackFindings(findings, reviewed.verdict, round) }
}

async function wholeDiff(shop: Workshop): Promise<string> {
  const { run, worktree, base } = shop.options
  const compared = { repo: run.repo, worktree, from: base, to: shop.commit }
  return shownDiff({ ...compared, written: shop.written })
}

function rendered(
  shop: Workshop,
  options: {
    readonly verdict: Verdict
    readonly earlier: readonly TrackedFinding[]
    readonly proof: Proven
  },
): string {
  const { item, design } = shop.options
  const { verdict, earlier, proof } = options
  const isApproved = verdict.verdict === 'APPROVED'
  const names = Object.values(shop.proven).flatMap(testNames)
  return renderReview({
    kind: 'code',
    title: `${item.id}-${item.title}`,
    verdict,
    earlier: earlier.map((finding) => ({
      label: `${finding.id} (tier ${finding.tier}), ${finding.title}`,
      fate: fateWords(finding, { isApproved }),
    })),
    preFlight: { passed: true, notes: proofNotes(shop, proof) },
    ...(design.proof !== 'red-green'
      ? {}
      : {
          coverage: {
            rows: design.requirements.map(({ number, text }) => ({
              requirement: number,
              text,
              scenarios: names.filter((name) => new RegExp(`REQ-${number}\\b`).test(name)),
            })),
          },
        }),
  })
}

function computedWords(shop: Workshop, proof: Proven): string {
  return [
    '- Every changed file is named by the design, is a test, or is allowed by the project’s settings.',
    ...proofNotes(shop, proof).map((note) => `- ${note}`),
  ].join('\n')
}

function proofNotes(shop: Workshop, { red, green, suite }: Proven): string[] {
  const { design } = shop.options
  return [
    `Proof: ${design.proof}, for ${design.proofWhy}.`,
    ...(red === undefined ? [] : [`Before the code: ${redWords(red, shop.proven)}.`]),
    ...(green === undefined ? [] : [`New tests with the code: ${passedWords(green)}.`]),
    ...(suite === undefined ? [] : [`The whole suite: ${passedWords(suite)}.`]),
  ]
}

function passedWords({ counts, exitCode }: TestRun): string {
  return counts === null
    ? `exit code ${exitCode}`
    : `${counts.passed} passed, ${counts.failed} failed`
}
