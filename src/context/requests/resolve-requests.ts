/** What a model has asked to read, as lines of files; what it cannot have, with the reason. */
import type { ContextRequests, LineRange, NotShown, SearchRequest } from '../../model/context.ts'
import { nearest } from '../../model/text/nearest.ts'
import type { IndexedFile } from '../index/build-index.ts'
import { isForbidden } from '../index/exclusion.ts'
import { type FileSymbol, plainName, qualifiedNames } from '../index/file-index.ts'
import { roleOf } from '../rank/file-role.ts'
import { merged } from '../render/line-set.ts'
import type { FoundLine } from '../source-tree.ts'
import { resolveSearch, searchWords } from './resolve-searches.ts'

const MOST_OF_A_KIND = 20
const MOST_DEFINITIONS = 5
const MOST_MEMBERS = 8

export interface Facts {
  readonly files: readonly IndexedFile[]
  /** Lines with each searched text. */
  readonly found: ReadonlyMap<string, readonly FoundLine[]>
  /** Requested paths that git ignores. */
  readonly ignored: ReadonlySet<string>
}

export interface Resolved {
  /** Files and symbols that were asked for: lines by path, in the order of the requests. */
  readonly wanted: ReadonlyMap<string, readonly LineRange[]>
  /** Lines around what a search has found, in other files. */
  readonly found: ReadonlyMap<string, readonly LineRange[]>
  /** Of searches that have found too much to be shown: where. */
  readonly lists: readonly string[]
  readonly refused: readonly NotShown[]
}

/** What is asked for, with every search in the same form. */
export type Requests = Omit<ContextRequests, 'searches'> & {
  readonly searches: readonly SearchRequest[]
}

export function plainRequests({ searches, ...rest }: ContextRequests): Requests {
  return {
    ...rest,
    searches: searches.map((search) =>
      typeof search === 'string' ? { text: search, in: null } : search,
    ),
  }
}

type Answer = { readonly wanted: readonly Wanted[] } | NotShown

export interface Wanted {
  readonly path: string
  readonly range: LineRange
}

export function resolveRequests(requests: Requests, facts: Facts): Resolved {
  const files = limited(requests.files, ({ path }) => path)
  const symbols = limited(requests.symbols, (name) => name)
  const searches = limited(requests.searches, searchWords)
  const named: Answer[] = [
    ...files.taken.map((request) => fileAnswer(request, facts)),
    ...symbols.taken.flatMap((name) => symbolAnswers(name, facts)),
  ]
  const byPath = new Map(facts.files.map((file) => [file.path, file]))
  const searched = searches.taken.map((request) =>
    resolveSearch(request, facts.found.get(request.text) ?? [], byPath),
  )
  const wanted = rangesOf(named)
  const hits = rangesOf(searched)
  const both = [...wanted].map(
    ([path, ranges]) => [path, merged([...ranges, ...(hits.get(path) ?? [])])] as const,
  )
  const refused = [
    ...named.flatMap((answer) => ('wanted' in answer ? [] : [answer])),
    ...searched.flatMap((answer) => answer.refused),
  ]
  return {
    wanted: new Map(both),
    found: new Map([...hits].filter(([path]) => !wanted.has(path))),
    lists: searched.flatMap(({ list }) => (list === '' ? [] : [list])),
    refused: [...refused, ...files.refused, ...symbols.refused, ...searches.refused],
  }
}

function rangesOf(
  answers: readonly (Answer | { readonly wanted: readonly Wanted[] })[],
): Map<string, readonly LineRange[]> {
  const wanted = answers.flatMap((answer) => ('wanted' in answer ? answer.wanted : []))
  const byPath = Map.groupBy(wanted, ({ path }) => path)
  return new Map(
    [...byPath].map(([path, ranges]) => [path, merged(ranges.map(({ range }) => range))]),
  )
}

function limited<T>(
  requests: readonly T[],
  nameOf: (request: T) => string,
): { readonly taken: readonly T[]; readonly refused: readonly NotShown[] } {
  const refused = requests.slice(MOST_OF_A_KIND)
  return {
    taken: requests.slice(0, MOST_OF_A_KIND),
    refused: refused.map((request) => ({
      what: nameOf(request),
      why: `more than ${MOST_OF_A_KIND} requests of one kind`,
    })),
  }
}

function fileAnswer({ path, from, to }: ContextRequests['files'][number], facts: Facts): Answer {
  const file = findFile(path, facts)
  if ('why' in file) return file
  const start = Math.max(1, Math.trunc(from ?? 1))
  const end = Math.trunc(to ?? Number.MAX_SAFE_INTEGER)
  if (file.lines > 0 && start > file.lines) return { what: path, why: `it has ${file.lines} lines` }
  if (end < start) return { what: path, why: `lines ${start} to ${end} are none` }
  return { wanted: [{ path: file.path, range: [start, end] }] }
}

/** The file that a path means, also without its first folders if only one ends so; or why it is not shown. */
export function findFile(
  path: string,
  { files, ignored }: Pick<Facts, 'files' | 'ignored'>,
): IndexedFile | NotShown {
  const plain = path.replace(/^\.\//, '')
  if (plain.startsWith('/') || /^[A-Za-z]:|\\/.test(plain) || plain.split('/').includes('..'))
    return { what: path, why: 'outside of the repository, or not a plain path' }
  const exact = files.find((file) => file.path === plain)
  const ending = exact === undefined ? files.filter((file) => file.path.endsWith(`/${plain}`)) : []
  const file = exact ?? (ending.length === 1 ? ending[0] : undefined)
  if (file === undefined) return { what: path, why: whyMissing(plain, { files, ignored, ending }) }
  if (file.excluded !== undefined && isForbidden(file.excluded))
    return { what: path, why: file.excluded }
  return file
}

function whyMissing(
  path: string,
  {
    files,
    ignored,
    ending,
  }: Pick<Facts, 'files' | 'ignored'> & { readonly ending: readonly IndexedFile[] },
): string {
  if (ignored.has(path)) return 'git ignores it'
  if (ending.length > 1)
    return `${ending.length} files end so: ${ending
      .slice(0, 4)
      .map((file) => file.path)
      .join(', ')}`
  const name = path.slice(path.lastIndexOf('/') + 1)
  const byName = new Map(
    files.map((file) => [file.path.slice(file.path.lastIndexOf('/') + 1), file.path]),
  )
  const near = byName.get(name) ?? byName.get(nearest(name, byName.keys()) ?? '')
  return near === undefined ? 'no such file' : `no such file; did you mean ${near}?`
}

/** Definitions in code before those in tests. */
function symbolAnswers(name: string, { files }: Facts): Answer[] {
  const wanted = plainName(name.replace(/\(.*$/, '').trim())
  if (wanted === '') return [{ what: name, why: 'not a name' }]
  const found = files.flatMap((file) => {
    if (file.excluded !== undefined) return []
    const isTest = roleOf(file.path, file.language) === 'test'
    const names = qualifiedNames(file.symbols)
    return file.symbols.flatMap((symbol, index) => {
      const own = plainName(names[index] ?? '')
      const isMeant = symbol.kind !== 'heading' && (own === wanted || own.endsWith(`.${wanted}`))
      return isMeant ? [{ file, symbol, isTest }] : []
    })
  })
  if (found.length === 0) return [{ what: name, why: 'no definition of this name' }]
  const sorted = [...found.filter(({ isTest }) => !isTest), ...found.filter(({ isTest }) => isTest)]
  const left = sorted
    .slice(MOST_DEFINITIONS)
    .map(({ file, symbol }) => `${file.path}:${symbol.from}`)
  const more = `${left.length} more definitions: ${left.slice(0, 10).join(', ')}`
  return [
    {
      wanted: sorted.slice(0, MOST_DEFINITIONS).flatMap(({ file, symbol }) =>
        [symbol, ...membersOf(symbol, file)].map(({ from, to }) => ({
          path: file.path,
          range: [from, to] as const,
        })),
      ),
    },
    ...(left.length === 0 ? [] : [{ what: name, why: more }]),
  ]
}

/** A union of types that the same file declares says nothing without them. */
function membersOf({ kind, signature }: FileSymbol, { symbols }: IndexedFile): FileSymbol[] {
  if (kind !== 'type' || !signature.includes('|')) return []
  const named = new Set(signature.slice(signature.indexOf('=')).match(/[A-Za-z_$][\w$]*/g))
  return symbols.filter((one) => one.kind === 'type' && named.has(one.name)).slice(0, MOST_MEMBERS)
}
