/** What the reviewer of a document is asked, round by round: first the document, then what has changed in it. */
import type { RunContext } from '../../authoring/run-context.ts'
import type { ContextRequests, RepositoryContext } from '../../model/context.ts'
import { repositoryFacts } from '../project/project-facts.ts'
import { withFacts } from '../project/project-words.ts'
import { earlierBlock, findingsBlock } from '../review/findings.ts'
import { needsWords, type Question, type ReviewSubject, type Told } from '../review/review.ts'
import type { DocumentKind } from './document-kind.ts'
import { type DocumentPrompts, documentShown, filesShown } from './document-prompts.ts'
import type { Draft } from './drafter.ts'
import { namedPaths } from './reading/named-paths.ts'
import { namedSymbols } from './reading/named-symbols.ts'
import { BUDGETS } from './reading/reading.ts'
import { untrusted } from './untrusted.ts'

const WISHES = 'Each of these wishes of people needs an entry under `earlier`:'
const NAMED = 'What the document names now and you have not seen:'
const UNCHANGED = 'Nothing has changed in the document since you saw it last.'

export function reviewQuestions(
  kind: DocumentKind,
  run: RunContext,
  prompts: DocumentPrompts,
): Required<Pick<ReviewSubject<Draft>, 'question' | 'find'>> {
  const { repo, log } = run
  return {
    question: (draft, told) =>
      told.before === undefined ? first(draft, told) : next(draft, told.before, told),
    find,
  }

  /** Behind the repository as the document needs it: all files and symbols that it names, as far as they are there. */
  async function first({ text }: Draft, { round, rounds, open }: Told<Draft>): Promise<Question> {
    const all = await repo.files()
    const about = kind.files(text).filter((path) => all.includes(path))
    const files = [...new Set([...about, ...namedPaths(text, all)])]
    const symbols = namedSymbols(text)
    const options = { show: 'named', files, symbols, budget: BUDGETS.review } as const
    const seen = withFacts(await repo.context(text, options), await repositoryFacts(run))
    for (const { what, why } of seen.leftOut) log(`left out of prompts: ${what}: ${why}`)
    const prompt = await prompts.question('review', {
      ...{ role: 'reviewer', round },
      words: {
        rounds: String(rounds),
        computed: kind.computed(text),
        earlier: open.length === 0 ? '' : `${WISHES}\n\n${findingsBlock(open)}`,
        document: untrusted('document', text),
      },
      known: { seen: [seen] },
    })
    return { prompt, seen: [seen] }
  }

  async function next(draft: Draft, before: Draft, told: Told<Draft>): Promise<Question> {
    const { round, rounds, open, seen } = told
    const found = await newlyNamed(draft.text, before.text, seen)
    const prompt = await prompts.question('review-again', {
      ...{ role: 'reviewer', task: 'review', round },
      words: {
        rounds: String(rounds),
        changes: documentShown(draft.text, before.text, kind.noun) || UNCHANGED,
        shown: filesShown(NAMED, found),
        earlier: open.length === 0 ? 'None is open.' : earlierBlock(open),
        computed: kind.computed(draft.text),
        needs: needsWords(told),
      },
      known: { seen, present: presentOf(draft, told) },
    })
    return { prompt, seen: found }
  }

  /** The answer to what the reviewer has asked for; then it judges. */
  async function find(
    draft: Draft,
    requests: ContextRequests,
    told: Told<Draft>,
  ): Promise<Question> {
    const { seen, round } = told
    const already = seen.flatMap(({ shown }) => shown)
    const options = { show: 'asked', budget: BUDGETS.needs, requests, already } as const
    const found = await repo.context(draft.text, options)
    const prompt = await prompts.question('needs', {
      ...{ role: 'reviewer', round },
      words: { shown: filesShown('What you have asked for:', [found]) },
      known: { seen, present: presentOf(draft, told) },
    })
    return { prompt, seen: [found] }
  }

  async function newlyNamed(
    text: string,
    before: string,
    seen: readonly RepositoryContext[],
  ): Promise<readonly RepositoryContext[]> {
    const already = seen.flatMap(({ shown }) => shown)
    const known = already.filter(({ lines }) => lines.length > 0).map(({ path }) => path)
    const files = namedPaths(text, await repo.files()).filter((path) => !known.includes(path))
    const old = namedSymbols(before)
    const symbols = namedSymbols(text).filter((name) => !old.includes(name))
    if (files.length + symbols.length === 0) return []
    const options = { show: 'asked', budget: BUDGETS.named, already } as const
    return [await repo.context(text, { ...options, files, symbols })]
  }

  /** For a conversation that has to begin anew: the document, and what was found in it. */
  function presentOf({ text }: Draft, { open }: Told<Draft>): string {
    return [
      documentShown(text, undefined, kind.noun),
      ...(open.length === 0 ? [] : ['Findings that are still open:', findingsBlock(open)]),
    ].join('\n\n')
  }
}
