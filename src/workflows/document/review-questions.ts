/** What the reviewer of a document is asked, round by round: first the document, then what has changed in it. */
import type { RunContext } from '../../authoring/run-context.ts'
import type { ContextRequests, RepositoryContext } from '../../model/context.ts'
import { earlierBlock, findingsBlock } from '../review/findings.ts'
import type { Question, Told } from '../review/review.ts'
import type { DocumentKind } from './document-kind.ts'
import { type DocumentPrompts, documentShown, filesShown } from './document-prompts.ts'
import type { Draft } from './drafter.ts'
import { namedPaths } from './named-paths.ts'
import { BUDGETS, readContext } from './repository-context.ts'
import { untrusted } from './untrusted.ts'

const NAMED = 'Files that the document names now and that you have not seen:'
const UNCHANGED = 'Nothing has changed in the document since you saw it last.'

export class ReviewQuestions {
  readonly #kind: DocumentKind
  readonly #run: RunContext
  readonly #prompts: DocumentPrompts

  constructor(kind: DocumentKind, run: RunContext, prompts: DocumentPrompts) {
    this.#kind = kind
    this.#run = run
    this.#prompts = prompts
  }

  async question(draft: Draft, told: Told<Draft>): Promise<Question> {
    return told.before === undefined ? this.#first(draft, told) : this.#next(draft, told)
  }

  /** Behind the repository as the document needs it: all files that it names, as far as they are there. */
  async #first({ text }: Draft, { round, rounds, open }: Told<Draft>): Promise<Question> {
    const { repo, log } = this.#run
    const files = namedPaths(text, await repo.files())
    const seen = await readContext(repo, text, { files, budget: BUDGETS.review })
    for (const { what, why } of seen.leftOut) log(`left out of prompts: ${what}: ${why}`)
    const prompt = await this.#prompts.question('review', {
      role: 'reviewer',
      round,
      words: {
        rounds: String(rounds),
        computed: this.#kind.computed(text),
        earlier:
          open.length === 0
            ? ''
            : `Each of these wishes of people needs an entry under \`earlier\`:\n\n${findingsBlock(open)}`,
        document: untrusted('document', text),
      },
      known: { seen: [seen] },
    })
    return { prompt, seen: [seen] }
  }

  async #next(draft: Draft, told: Told<Draft>): Promise<Question> {
    const { text } = draft
    const { round, rounds, open, before } = told
    const found = await this.#newlyNamed(text, told.seen)
    const prompt = await this.#prompts.question('review-again', {
      role: 'reviewer',
      task: 'review',
      round,
      words: {
        rounds: String(rounds),
        changes: documentShown(text, before?.text, this.#kind.noun) || UNCHANGED,
        shown: filesShown(NAMED, found),
        earlier: open.length === 0 ? 'None is open.' : earlierBlock(open),
        computed: this.#kind.computed(text),
      },
      known: { seen: told.seen, present: this.#present(draft, told) },
    })
    return { prompt, seen: found }
  }

  /** The answer to what the reviewer has asked for; then it judges. */
  async find(draft: Draft, requests: ContextRequests, told: Told<Draft>): Promise<Question> {
    const { seen, round } = told
    const found = await readContext(this.#run.repo, draft.text, {
      show: 'asked',
      requests,
      budget: BUDGETS.needs,
      already: seen.flatMap(({ shown }) => shown),
    })
    const prompt = await this.#prompts.question('needs', {
      role: 'reviewer',
      round,
      words: { shown: filesShown('What you have asked for:', [found]) },
      known: { seen, present: this.#present(draft, told) },
    })
    return { prompt, seen: [found] }
  }

  async #newlyNamed(
    text: string,
    seen: readonly RepositoryContext[],
  ): Promise<readonly RepositoryContext[]> {
    const { repo } = this.#run
    const already = seen.flatMap(({ shown }) => shown)
    const known = already.filter(({ lines }) => lines.length > 0).map(({ path }) => path)
    const files = namedPaths(text, await repo.files()).filter((path) => !known.includes(path))
    if (files.length === 0) return []
    return [await readContext(repo, text, { show: 'asked', files, budget: BUDGETS.named, already })]
  }

  /** For a conversation that has to begin anew: the document, and what was found in it. */
  #present({ text }: Draft, { open }: Told<Draft>): string {
    return [
      documentShown(text, undefined, this.#kind.noun),
      ...(open.length === 0 ? [] : ['Findings that are still open:', findingsBlock(open)]),
    ].join('\n\n')
  }
}
