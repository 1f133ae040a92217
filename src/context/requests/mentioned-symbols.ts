/** Definitions that a text means by names of code; what it does not find is nobody's here, or somebody else's. */
import type { IndexedFile } from '../index/build-index.ts'
import { plainName, qualifiedNames } from '../index/file-index.ts'
import { roleOf } from '../rank/file-role.ts'

/** A name with more definitions says nothing about which is meant, unless one is in a file that matters. */
const MOST_DEFINITIONS = 3
/** Names whose calls are searched. */
const MOST_CALLED = 8
const SHORTEST_CALLED = 4
/** A plain word is a name only if nothing else is called so. */
const PLAIN = /^[a-z]+$/
/** Plain words, and names that a language gives: without their class, which one is meant is open. */
const COMMON = /^([a-z]+|__[a-z]+__)$/

export interface Mentioned {
  /** Places in the lists of symbols, by path: those of files that matter first, then in the order of the names. */
  readonly definitions: ReadonlyMap<string, readonly number[]>
  /** Texts that stand where the functions among them are called. */
  readonly calls: readonly string[]
}

interface Definition {
  readonly file: IndexedFile
  readonly index: number
  readonly plain: string
}

/** `matters`: paths of files that the text is about. */
export function mentionedSymbols(
  names: readonly string[],
  {
    files,
    matters,
  }: { readonly files: readonly IndexedFile[]; readonly matters: ReadonlySet<string> },
): Mentioned {
  const known = new Known(files, matters)
  const found = [...new Set(names)].map((name) => ({ name, meant: known.meantBy(name) }))
  const all = found.flatMap(({ meant }) => meant)
  const inOrder = [
    ...all.filter(({ file }) => matters.has(file.path)),
    ...all.filter(({ file }) => !matters.has(file.path)),
  ]
  const byPath = Map.groupBy(inOrder, ({ file }) => file.path)
  const called = inOrder
    .filter(({ file }) => matters.size === 0 || matters.has(file.path))
    .filter((definition) => known.isRare(definition))
    .flatMap(callOf)
  return {
    definitions: new Map(
      [...byPath].map(([path, inside]) => [path, inside.map(({ index }) => index)]),
    ),
    calls: [...new Set(called)].slice(0, MOST_CALLED),
  }
}

class Known {
  readonly #byLast: ReadonlyMap<string, readonly Definition[]>
  readonly #matters: ReadonlySet<string>

  constructor(files: readonly IndexedFile[], matters: ReadonlySet<string>) {
    const all = files.flatMap((file) => {
      if (file.excluded !== undefined) return []
      const names = qualifiedNames(file.symbols)
      return file.symbols.flatMap(({ kind }, index) =>
        kind === 'heading' || kind === 'test'
          ? []
          : [{ file, index, plain: plainName(names[index] ?? '') }],
      )
    })
    this.#byLast = Map.groupBy(all, ({ plain }) => lastPart(plain).toLowerCase())
    this.#matters = matters
  }

  /** `bench.table` is `Bench.table`; of `self.close` only the last part may be known. */
  meantBy(name: string): readonly Definition[] {
    const wanted = plainName(name)
    const isDotted = wanted.includes('.')
    const alike = this.#byLast.get(lastPart(wanted).toLowerCase()) ?? []
    const same = alike.filter(({ plain }) => endsWithName(plain, wanted))
    const spelled = alike.filter(({ plain }) =>
      endsWithName(plain.toLowerCase(), wanted.toLowerCase()),
    )
    const last = alike.filter(({ plain }) => lastPart(plain) === lastPart(wanted))
    const meant = same.length > 0 || !isDotted ? same : spelled.length > 0 ? spelled : last
    const own = meant.filter(({ file }) => this.#matters.has(file.path))
    const code = meant.filter(({ file }) => roleOf(file.path, file.language) !== 'test')
    const best = own.length > 0 ? own : code.length > 0 ? code : meant
    // Of a text about certain files, `next` and `strip` elsewhere are hardly meant.
    if (PLAIN.test(lastPart(wanted)) && own.length === 0 && this.#matters.size > 0) return []
    if (COMMON.test(wanted) && hasSeveralInOneFile(best)) return []
    const most = PLAIN.test(wanted) ? 1 : MOST_DEFINITIONS
    return best.length <= (own.length > 0 ? MOST_DEFINITIONS : most) ? best : []
  }

  /** Calls of what several others define, too, are hardly its own. */
  isRare({ plain }: Definition): boolean {
    const alike = this.#byLast.get(lastPart(plain).toLowerCase()) ?? []
    const code = alike.filter(({ file }) => roleOf(file.path, file.language) === 'code')
    return code.length <= MOST_DEFINITIONS
  }
}

function hasSeveralInOneFile(definitions: readonly Definition[]): boolean {
  return new Set(definitions.map(({ file }) => file.path)).size < definitions.length
}

/** What stands where it is called, if it can be: of a method with the dot before it, for `next(` is no call of `Rows.next`. */
function callOf({ file, index, plain }: Definition): string[] {
  const kind = file.symbols[index]?.kind
  const name = lastPart(plain)
  if (name.length < SHORTEST_CALLED) return []
  return kind === 'method' ? [`.${name}(`] : kind === 'function' ? [`${name}(`] : []
}

function endsWithName(name: string, end: string): boolean {
  return name === end || name.endsWith(`.${end}`)
}

function lastPart(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1)
}
