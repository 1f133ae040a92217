/** The prompts of one document: what every one of them is told, and what people have added since. */
import type { Prompt, RunContext } from '../../authoring/run-context.ts'
import type { CarriedFinding } from '../review/dispositions.ts'
import { oneLine } from '../review/findings.ts'
import type { Decisions } from './decisions.ts'
import type { DocumentKind } from './document-kind.ts'
import { untrusted } from './untrusted.ts'

export class DocumentPrompts {
  readonly #kind: DocumentKind
  readonly #run: RunContext
  readonly #carried: readonly CarriedFinding[]
  readonly #decisions: Decisions
  #context = ''

  /** `carried`: what the review of the input has left for this work. */
  constructor(
    kind: DocumentKind,
    run: RunContext,
    told: { readonly carried: readonly CarriedFinding[]; readonly decisions: Decisions },
  ) {
    this.#kind = kind
    this.#run = run
    this.#carried = told.carried
    this.#decisions = told.decisions
  }

  /** What the repository looks like, as both models will see it. */
  async look(): Promise<void> {
    const { step, repo, log } = this.#run
    const { text, leftOut } = await step('look', () => repo.describe(this.#kind.input.text))
    for (const reason of leftOut) log(`left out of prompts: ${reason}`)
    this.#context = text
  }

  /** One of the workflow's prompts, with another as its instructions. */
  async prompt(
    name: string,
    options: {
      readonly role: string
      readonly round: number
      readonly words?: Readonly<Record<string, string>>
    },
  ): Promise<Prompt> {
    const { role, round } = options
    const text = await this.#run.prompt(name, {
      ...this.#kind.words,
      round: String(round),
      context: untrusted('repository', this.#context),
      [this.#kind.input.name]: this.#input(),
      ...options.words,
    })
    return { task: name, round, instructions: await this.#run.prompt(role), text }
  }

  /** The input, with what others have said about it since it was written. */
  #input(): string {
    const { name, text } = this.#kind.input
    const left = this.#carried.map(
      ({ title, detail, recommendation }) =>
        `- ${oneLine(title)}: ${oneLine(detail)} Recommended: ${oneLine(recommendation)}`,
    )
    return [
      untrusted(name, text),
      ...section(`The review of this ${name} approved it and left this to mind:`, left),
      ...this.#decisions.shown(),
    ].join('\n\n')
  }
}

/** What models have said is data to other models. */
function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [title, untrusted('carried', lines.join('\n'))]
}
