/**
 * What the drafter has been shown of the repository, in the order of its conversation. What was found is shown with the
 * next question. Everything comes from saved steps, so a resumed item has been shown the same.
 */
import type { Repository } from '../../../authoring/repository.ts'
import type { ContextRequests, RepositoryContext, ShownFile } from '../../../model/context.ts'
import { namedLines } from './named-lines.ts'
import { namedPaths } from './named-paths.ts'
import { namedSymbols } from './named-symbols.ts'
import { isAsking } from './requests.ts'

/** How much is shown, in tokens. */
export const BUDGETS = {
  /** Rules, tree and outlines, before the drafter says what it wants to read. */
  map: 8_000,
  /** One answer to the drafter's look. */
  look: 16_000,
  /** The files that a reviewer needs for a document. */
  review: 14_000,
  /** Files that the drafter or the reviewer has not seen, and that a finding or a change now names. */
  named: 8_000,
  /** The answer to the reviewer's `needs`. */
  needs: 12_000,
}

/** Nothing, where nothing was asked for. */
export const NOTHING_SHOWN: RepositoryContext = {
  ...{ text: '', tokens: 0 },
  ...{ shown: [], leftOut: [], refused: [] },
}

/** For one question. */
export interface Shown {
  /** Before it. */
  readonly seen: readonly RepositoryContext[]
  /** With it. */
  readonly found: readonly RepositoryContext[]
}

export class Reading {
  readonly #repo: Repository
  readonly #log: (text: string) => void
  readonly #seen: RepositoryContext[] = []
  #found: RepositoryContext[] = []

  constructor(repo: Repository, log: (text: string) => void) {
    this.#repo = repo
    this.#log = log
  }

  /** Rules, tree and outlines, chosen by what a text is about. */
  map(about: string): Promise<RepositoryContext> {
    return this.#repo.context(about, { show: 'map', budget: BUDGETS.map })
  }

  /** What was asked for. */
  async find(about: string, requests: ContextRequests): Promise<RepositoryContext> {
    if (!isAsking(requests)) return NOTHING_SHOWN
    const options = { show: 'asked', budget: BUDGETS.look, already: this.#already() } as const
    return this.#repo.context(about, { ...options, requests })
  }

  /** Files and symbols that findings name, as far as they have not been shown, and files of the document that have not been shown at all. */
  async named(document: string, findings: string): Promise<RepositoryContext> {
    const already = this.#already()
    const all = await this.#repo.files()
    const isSeen = (path: string) =>
      already.some((file) => file.path === path && file.lines.length > 0)
    const isWhole = (path: string) =>
      already.some((file) => file.path === path && lineCount(file) === file.of)
    const files = [
      ...namedPaths(findings, all).filter((path) => !isWhole(path)),
      ...namedPaths(document, all).filter((path) => !isSeen(path)),
    ]
    const symbols = namedSymbols(findings)
    if (files.length + symbols.length === 0) return NOTHING_SHOWN
    const requests = { files: namedLines(findings, files), symbols: [], searches: [] }
    const options = { show: 'exact', budget: BUDGETS.named, already, requests } as const
    return this.#repo.context(findings, { ...options, files: [...new Set(files)], symbols })
  }

  /** What was shown with the last question. */
  saw(shown: RepositoryContext): void {
    this.#tell(shown)
    this.#seen.push(shown)
  }

  /** What is to be shown with the next question. */
  found(shown: RepositoryContext): void {
    this.#tell(shown)
    this.#found.push(shown)
  }

  /** For the next question. To be called outside of steps: they are not run again when an item is resumed. */
  next(): Shown {
    const shown = { seen: [...this.#seen], found: this.#found }
    this.#seen.push(...this.#found)
    this.#found = []
    return shown
  }

  #already(): ShownFile[] {
    return this.#seen.flatMap(({ shown }) => shown)
  }

  #tell({ leftOut }: RepositoryContext): void {
    for (const { what, why } of leftOut) this.#log(`left out of prompts: ${what}: ${why}`)
  }
}

function lineCount({ lines }: ShownFile): number {
  return lines.reduce((sum, [from, to]) => sum + to - from + 1, 0)
}
