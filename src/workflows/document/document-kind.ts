import type { Binding } from '../review/evidence.ts'
import type { ComputedParts } from '../review/render-review.ts'

/** What tells one kind of document from another; all else about writing one is shared. */
export interface DocumentKind {
  /** What it is called in sentences: `design`. */
  readonly noun: string
  /** What it is made from, under the name that its prompts know. */
  readonly input: { readonly name: string; readonly text: string }
  /** Words for all of its prompts. */
  readonly words: Readonly<Record<string, string>>
  /** The empty document that the drafter fills in. */
  readonly template: string
  /** What verdict and document must agree on. */
  readonly binding: Binding
  /** Whether a text is such a document at all, however bad. */
  isDocument(text: string): boolean
  /** Its sections, and whether there is anything in each. */
  sections(text: string): ReadonlyMap<string, { readonly isEmpty: boolean }>
  /** What a computer can find, all at once. */
  check(text: string): Promise<string[]>
  /** Paths of the files that it is about, in their order; those that are only named do not count. */
  files(text: string): readonly string[]
  /** What the checks have established by the time a reviewer is asked. */
  computed(text: string): string
  /** The computed parts of a verdict's document. */
  reviewed(text: string): ComputedParts
  /** With this as its status, if it says one. */
  withStatus(text: string, status: 'Draft' | 'Approved'): string
}

/** A text that begins with its title, as the input of a document does. */
export function withTitle(title: string, body: string): string {
  return body.startsWith(`# ${title}`) ? body : `# ${title}\n\n${body}`
}
