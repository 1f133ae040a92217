/** The conversation with the reviewer of an item's code: it begins with the repository as it was, and the design. */
import type { Prompt } from '../../authoring/run-context.ts'
import type { RepositoryContext } from '../../model/context.ts'
import { namedSymbols } from '../document/reading/named-symbols.ts'
import { untrusted, untrustedLine, untrustedWhole } from '../document/untrusted.ts'
import { type Build, namedPaths, subjectOf } from './build.ts'
import { changedPlaces } from './diff/changed-places.ts'
import { memoryForReviewer } from './memory.ts'
import { carriedShown } from './prompt-words.ts'

/** In tokens. */
const BUDGET = 10_000

/** The next question; its opening is used where the conversation begins. */
export async function reviewerPrompt(
  build: Build,
  name: 'amend' | 'review' | 'review-again' | 'needs',
  asked: {
    /** What is asked for, if the prompt has another name. */
    readonly task?: string
    readonly round: number
    readonly words: Readonly<Record<string, string>>
    /** How the work stands, for a conversation that has to begin anew, unless the question says it. */
    readonly present?: string
    /** `reviewerContext`, if it is known. */
    readonly context?: RepositoryContext
  },
): Promise<Prompt> {
  const { run, item, design, carried } = build
  const { task = name, round, words, present = '' } = asked
  const about = { number: item.id, title: untrustedLine('title', item.title) }
  const { text: context } = asked.context ?? (await reviewerContext(build))
  return {
    task,
    round,
    instructions: await run.prompt('reviewer'),
    opening: await run.prompt('review-opening', {
      ...about,
      context: untrustedWhole('repository', context),
      design: untrusted('design', design.body),
      carried: [carriedShown(carried), memoryForReviewer(build)]
        .filter((part) => part !== '')
        .join('\n\n'),
      present,
    }),
    text: await run.prompt(name, { ...about, round: String(round), ...words }),
  }
}

/** The files of 2.1 as they were before the work began, first where they were changed: with the diff that is all. */
export async function reviewerContext(build: Build): Promise<RepositoryContext> {
  const { worktree, base, commit, existing } = build
  const files = namedPaths(build).filter((path) => existing.includes(path))
  const places = changedPlaces(await worktree.diff(base, commit, files))
  const question = subjectOf(build)
  const symbols = namedSymbols(question)
  const options = { show: 'named', files, places, symbols, at: base } as const
  return worktree.context(question, { ...options, budget: BUDGET })
}
