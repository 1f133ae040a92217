/** What the reviewer of code is asked, round by round: first all that was changed, then what has changed since. */
import type { ContextRequests, RepositoryContext } from '../../model/context.ts'
import { filesShown } from '../document/document-prompts.ts'
import { earlierBlock, findingsBlock } from '../review/findings.ts'
import { needsWords, type Question, type ReviewSubject, type Told } from '../review/review.ts'
import { type Build, resetTo } from './build.ts'
import { shownDiff } from './diff/shown-diff.ts'
import { refusedShown } from './prompt-words.ts'
import { reviewerContext, reviewerPrompt } from './reviewer-prompt.ts'

/** In tokens. */
const BUDGETS = { needs: 12_000, named: 8_000 }
const WISHES = 'Each of these wishes of people needs an entry under `earlier`:'
const ASKED_FOR = 'What you have asked for, as it is now:'
const CHANGED = 'Changed files that you have not seen, as they were before:'

/** Code as it is in one round. */
export interface Code {
  readonly build: Build
  readonly diff: string
}

/** `computed`: facts about a build, as lines. */
export function reviewerQuestions(
  computed: (build: Build) => string,
): Required<Pick<ReviewSubject<Code>, 'question' | 'find'>> {
  return {
    async question(code, told) {
      await resetTo(code.build, code.build.commit)
      return told.before === undefined ? first(code, told) : next(code, told.before, told)
    },
    find,
  }

  async function first({ build }: Code, { round, rounds, open }: Told<Code>): Promise<Question> {
    const seen = await reviewerContext(build)
    for (const { what, why } of seen.leftOut) build.run.log(`left out of prompts: ${what}: ${why}`)
    const more = await notSeen(build, [seen])
    const words = {
      rounds: String(rounds),
      diff: await diffOf(build, build.base),
      shown: filesShown(CHANGED, more),
      earlier: open.length === 0 ? '' : `${WISHES}\n\n${findingsBlock(open)}`,
      ...facts(build),
    }
    const prompt = await reviewerPrompt(build, 'review', { round, words, context: seen })
    return { prompt, seen: [seen, ...more] }
  }

  async function next({ build }: Code, before: Code, told: Told<Code>): Promise<Question> {
    const { round, rounds, open, seen } = told
    const more = await notSeen(build, seen)
    const words = {
      rounds: String(rounds),
      diff: await diffOf(build, before.build.commit),
      shown: filesShown(CHANGED, more),
      earlier: open.length === 0 ? 'None is open.' : earlierBlock(open),
      needs: needsWords(told),
      ...facts(build),
    }
    const present = await presentOf(build, told)
    const asked = { task: 'review', round, words, present }
    return { prompt: await reviewerPrompt(build, 'review-again', asked), seen: more }
  }

  /** The answer to what the reviewer has asked for; then it judges. */
  async function find(
    { build }: Code,
    requests: ContextRequests,
    told: Told<Code>,
  ): Promise<Question> {
    const { worktree, design, commit, decisions } = build
    const already = told.seen.flatMap(({ shown }) => shown)
    const options = { show: 'asked', requests, already, at: commit } as const
    const found = await worktree.context(design.body, { ...options, budget: BUDGETS.needs })
    const words = {
      shown: filesShown(ASKED_FOR, [found]),
      decided: decisions.shown().join('\n\n'),
    }
    const present = await presentOf(build, told)
    const prompt = await reviewerPrompt(build, 'needs', { round: told.round, words, present })
    return { prompt, seen: [found] }
  }

  function facts(build: Build) {
    return {
      computed: computed(build),
      refused: refusedShown(build.refused),
      decided: build.decisions.shown().join('\n\n'),
    }
  }
}

function diffOf({ run, worktree, commit, written }: Build, from: string): Promise<string> {
  return shownDiff({ repo: run.repo, worktree, from, to: commit, written })
}

/** Files that were there before and are changed now, as far as nothing of them was shown. */
async function notSeen(
  { worktree, base, commit, existing, design }: Build,
  seen: readonly RepositoryContext[],
): Promise<RepositoryContext[]> {
  const already = seen.flatMap(({ shown }) => shown)
  const known = already.filter(({ lines }) => lines.length > 0).map(({ path }) => path)
  const changed = (await worktree.changesBetween(base, commit)).map(({ path }) => path)
  const files = changed.filter((path) => existing.includes(path) && !known.includes(path))
  if (files.length === 0) return []
  const options = { show: 'asked', files, at: base, already, budget: BUDGETS.named } as const
  return [await worktree.context(design.body, options)]
}

/** For a conversation that has to begin anew: all that was changed, and what was found in it. */
async function presentOf(build: Build, { open }: Told<Code>): Promise<string> {
  return [
    'All that was changed, as a diff against the commit that the work began from:',
    await diffOf(build, build.base),
    ...(open.length === 0 ? [] : ['Findings that are still open:', findingsBlock(open)]),
  ].join('\n\n')
}
