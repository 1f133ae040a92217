import type { Repository } from '../../authoring/repository.ts'
import type { Folders } from '../../model/folders.ts'

/** Every draft and verdict of an item, kept in order: `42-lld/003-verdict.md` in the folder of the config. */
export class Lineage {
  readonly #repo: Repository
  readonly #folder: string
  #next: number

  /** `first` is saved with the item, so that a resumed run numbers as the first one did. */
  constructor(repo: Repository, folder: string, first: number) {
    this.#repo = repo
    this.#folder = folder
    this.#next = first
  }

  static async firstFree(repo: Repository, folder: string): Promise<number> {
    const numbers = (await repo.list(folder)).map((name) => Number.parseInt(name, 10))
    return Math.max(0, ...numbers.filter(Number.isFinite)) + 1
  }

  /** The path of the next document. Taken outside of steps, so that numbers do not depend on them. */
  take(name: string): string {
    return `${this.#folder}/${String(this.#next++).padStart(3, '0')}-${name}.md`
  }

  async keep(path: string, text: string): Promise<void> {
    await this.#repo.write(path, asKept(text))
  }
}

/** A text as its file in the lineage has it. */
export function asKept(text: string): string {
  return `${text.trimEnd()}\n`
}

/** The folder of an item's documents. */
export function lineageOf(
  { folders }: { readonly folders: Pick<Folders, 'lineage'> },
  item: string,
  workflow: string,
): string {
  return `${folders.lineage}/${item}-${workflow}`
}

/**
 * Of the documents in a lineage those of the last try, in order: each try begins by keeping its input. With `kind`, of the last
 * try that has such a document; none if no try has.
 */
export function lastTry(names: readonly string[], kind?: string): string[] {
  const documents = names
    .filter((name) => /^\d+-.*\.md$/.test(name))
    .sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10))
  const kinds = documents.map((name) => name.replace(/^\d+-|\.md$/g, ''))
  const [input = ''] = kinds
  const last = kind === undefined ? kinds.length - 1 : kinds.lastIndexOf(kind)
  if (last < 0) return []
  const next = kinds.indexOf(input, last + 1)
  return documents.slice(kinds.lastIndexOf(input, last), next < 0 ? undefined : next)
}
