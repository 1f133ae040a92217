/** Questions about one document, to its drafter and its reviewer: the workflow's prompts, filled in. */
import type { Prompt, RunContext } from '../../authoring/run-context.ts'
import type { RepositoryContext } from '../../model/context.ts'
import type { CarriedFinding } from '../review/dispositions.ts'
import type { Decisions } from './decisions.ts'
import type { DocumentKind } from './document-kind.ts'
import { lineDiff } from './line-diff.ts'
import { untrusted, untrustedWhole } from './untrusted.ts'

/** What somebody must know who has not followed the conversation so far. */
interface Known {
  /** What was shown of the repository before this question. */
  readonly seen: readonly RepositoryContext[]
  /** How the work stands, unless the question says it. */
  readonly present?: string
}

export type DocumentPrompts = ReturnType<typeof documentPrompts>

/** `carried`: what the review of the input has left for this work. */
export function documentPrompts(
  kind: DocumentKind,
  { prompt }: RunContext,
  {
    carried,
    decisions,
  }: { readonly carried: readonly CarriedFinding[]; readonly decisions: Decisions },
) {
  return {
    /** The next question of the conversation with a role; its opening is used only where the conversation begins. */
    async question(
      name: string,
      options: {
        readonly role: 'drafter' | 'reviewer'
        /** What is asked for, if the prompt has another name. */
        readonly task?: string
        readonly round: number
        readonly words: Readonly<Record<string, string>>
        readonly known: Known
      },
    ): Promise<Prompt & { readonly opening: string }> {
      const { role, task = name, round, words, known } = options
      const decided = decisions.shown().join('\n\n')
      return {
        task,
        round,
        instructions: await prompt(role),
        opening: await prompt('opening', {
          ...kind.words,
          context: contextShown(known.seen),
          [kind.input.name]: input(),
          present: known.present ?? '',
        }),
        text: await prompt(name, { ...kind.words, round: String(round), decided, ...words }),
      }
    },
  }

  /** The input, with what its own review has left to mind; what models have said is data to other models. */
  function input(): string {
    const { name, text } = kind.input
    const left = carried.map(
      ({ title, detail, recommendation }) =>
        `- ${title}: ${detail}\nRecommended: ${recommendation}`,
    )
    if (left.length === 0) return untrusted(name, text)
    return [
      untrusted(name, text),
      `The review of this ${name} approved it and left this to mind:`,
      untrustedWhole('carried', left.join('\n\n')),
    ].join('\n\n')
  }
}

/** The first one has the map of the repository; the others have what was asked for or named since. */
function contextShown([map, ...more]: readonly RepositoryContext[]): string {
  if (map === undefined) return ''
  return [untrustedWhole('repository', map.text), ...more.flatMap(filesBlock)].join('\n\n')
}

/** Files for the next question, under a sentence that says why; empty if there are none. */
export function filesShown(why: string, found: readonly RepositoryContext[]): string {
  const blocks = found.flatMap(filesBlock)
  return blocks.length === 0 ? '' : [why, ...blocks].join('\n\n')
}

function filesBlock({ text }: RepositoryContext): string[] {
  return text === '' ? [] : [untrustedWhole('files', text)]
}

/** The document for somebody who may know an earlier state of it: then only the changes, unless they are longer. */
export function documentShown(text: string, before: string | undefined, noun: string): string {
  if (before === text) return ''
  const diff = before === undefined ? text : lineDiff(before, text)
  if (diff.length >= text.length)
    return `The ${noun} as it is now:\n\n${untrusted('document', text)}`
  return `What has changed in the ${noun} since you saw it last:\n\n${untrustedWhole('changes', diff)}`
}
