/** The prompts of one document: what every one of them is told, and what people have added since. */
import type { Prompt, RunContext } from '../../authoring/run-context.ts'
import type { CarriedFinding } from '../review/dispositions.ts'
import { oneLine } from '../review/findings.ts'
import type { Decisions } from './decisions.ts'
import type { DocumentKind } from './document-kind.ts'
import { untrusted } from './untrusted.ts'

/** `carried`: what the review of the input has left for this work. */
export function documentPrompts(
  kind: DocumentKind,
  run: RunContext,
  {
    carried,
    decisions,
  }: { readonly carried: readonly CarriedFinding[]; readonly decisions: Decisions },
) {
  let context = ''
  return {
    /** What the repository looks like, as both models will see it. */
    async look(): Promise<void> {
      const { text, leftOut } = await run.step('look', () => run.repo.describe(kind.input.text))
      for (const reason of leftOut) run.log(`left out of prompts: ${reason}`)
      context = text
    },

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
      const text = await run.prompt(name, {
        ...kind.words,
        round: String(round),
        context: untrusted('repository', context),
        [kind.input.name]: input(),
        ...options.words,
      })
      return { task: name, round, instructions: await run.prompt(role), text }
    },
  }

  /** The input, with what others have said about it since it was written; what models have said is data to other models. */
  function input(): string {
    const { name, text } = kind.input
    const left = carried.map(
      ({ title, detail, recommendation }) =>
        `- ${oneLine(title)}: ${oneLine(detail)} Recommended: ${oneLine(recommendation)}`,
    )
    const leftOver = [
      `The review of this ${name} approved it and left this to mind:`,
      untrusted('carried', left.join('\n')),
    ]
    return [
      untrusted(name, text),
      ...(left.length === 0 ? [] : leftOver),
      ...decisions.shown(),
    ].join('\n\n')
  }
}
