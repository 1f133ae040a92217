/** What a model is shown of a repository for a question: reads, ranks, renders. The same input gives the same bytes. */
import type {
  ContextOptions,
  ContextRequests,
  NotShown,
  RepositoryContext,
} from '../model/context.ts'
import { buildIndex, type IndexedFile } from './index/build-index.ts'
import { IndexCache } from './index/index-cache.ts'
import { isChronicle, roleOf } from './rank/file-role.ts'
import { termsOf } from './rank/question-terms.ts'
import { rankFiles } from './rank/rank-files.ts'
import { type Choice, chooseFiles } from './render/choose-files.ts'
import { renderContext } from './render/render-context.ts'
import { type SourceText, sourceText } from './render/source-text.ts'
import { mentionedSections, styleSections } from './requests/mentioned-sections.ts'
import { mentionedSymbols } from './requests/mentioned-symbols.ts'
import { findFile, plainRequests, resolveRequests } from './requests/resolve-requests.ts'
import { type FoundLine, type SourceFile, type SourceTree, TOO_LARGE } from './source-tree.ts'

const BUDGET = 24_000
/** Of each file in which a text is searched. */
const MOST_FOUND = 5
/** The same of what a model searches. */
const MOST_LISTED = 60
/** A quoted text or a call that is found in more files says nothing. */
const MOST_FOUND_FILES = 10
const NOTHING: ContextRequests = { files: [], symbols: [], searches: [] }

export interface ContextSource {
  readonly tree: SourceTree
  /** The folder of the index. */
  readonly cache: string
  /** Puts entries for these files into the cache. */
  readonly fill: (files: readonly SourceFile[]) => Promise<void>
}

export async function contextFor(
  { tree, cache, fill }: ContextSource,
  question: string,
  options: ContextOptions = {},
): Promise<RepositoryContext> {
  const { show = 'all', budget = BUDGET, already = [] } = options
  const requests = plainRequests(options.requests ?? NOTHING)
  const files = await buildIndex(tree, new IndexCache(cache), fill)
  const terms = termsOf(question, options.symbols)
  const [phrases, searches, ignored] = await Promise.all([
    searchAll(tree, terms.phrases),
    searchAll(
      tree,
      requests.searches.map(({ text }) => text),
      MOST_LISTED,
    ),
    ignoredOf(tree, files, [...(options.files ?? []), ...requests.files.map(({ path }) => path)]),
  ])
  const resolved = resolveRequests(requests, { files, found: searches, ignored })
  const given = (options.files ?? []).map((path) => findFile(path, { files, ignored }))
  const named = given.flatMap((file) => ('why' in file ? [] : [file]))
  const matters = new Set(named.map(({ path }) => path))
  const ranked = rankFiles(files, {
    terms,
    found: [...phrases.values()].filter(isTelling).flat(),
    files: matters,
  })
  const { wanted: requested, found } = resolved
  const mentioned = mentionedSymbols(options.symbols ?? [], { files, matters })
  const calls =
    show === 'all' || show === 'named' ? await searchAll(tree, mentioned.calls) : new Map()
  const choice = chooseFiles(ranked, files, {
    ...{
      show,
      named,
      places: options.places ?? [],
      requested,
      found,
      mentioned: mentioned.definitions,
    },
    called: [...calls.values()].filter(isTelling).flat(),
    sections: new Map([...styleSections(files), ...sectionsIn(question, named)]),
    seen: new Set(already.flatMap(({ path, lines }) => (lines.length > 0 ? [path] : []))),
  })
  const refused = [...given.filter((file): file is NotShown => 'why' in file), ...resolved.refused]
  const texts = await readTexts(tree, choice)
  return renderContext({
    show,
    budget,
    files,
    choice,
    texts,
    already,
    refused,
    lists: resolved.lists,
  })
}

function sectionsIn(question: string, named: readonly IndexedFile[]) {
  const docs = named.filter(({ path, language }) => roleOf(path, language) === 'doc')
  return new Map(
    docs
      .map((file) => [file.path, mentionedSections(question, file)] as const)
      .filter(([path, lines]) => lines.length > 0 && !isChronicle(path)),
  )
}

async function searchAll(
  tree: SourceTree,
  texts: readonly string[],
  most = MOST_FOUND,
): Promise<Map<string, readonly FoundLine[]>> {
  const searchable = texts.filter((text) => text !== '' && !text.includes('\n'))
  return new Map(
    await Promise.all(
      searchable.map(async (text) => [text, await tree.search(text, most)] as const),
    ),
  )
}

function isTelling(found: readonly FoundLine[]): boolean {
  return new Set(found.map(({ path }) => path)).size <= MOST_FOUND_FILES
}

async function ignoredOf(
  tree: SourceTree,
  files: readonly IndexedFile[],
  paths: readonly string[],
): Promise<Set<string>> {
  const known = new Set(files.map(({ path }) => path))
  const unknown = paths.filter(
    (path) => !known.has(path) && /^[^/\\-]/.test(path) && !path.split('/').includes('..'),
  )
  const ignored = await Promise.all(unknown.map((path) => tree.isIgnored(path)))
  return new Set(unknown.filter((_, index) => ignored[index] === true))
}

async function readTexts(
  tree: SourceTree,
  { rules, manifests, bodies, found, more }: Choice,
): Promise<Map<string, SourceText>> {
  const files = [...rules, ...manifests, ...bodies, ...found, ...more].map(({ file }) => file)
  const contents = await tree.read(files)
  return new Map(
    files.flatMap((file, index) => {
      const bytes = contents[index]
      const isRead = bytes !== undefined && bytes !== TOO_LARGE
      return isRead ? [[file.path, sourceText(file, bytes)] as const] : []
    }),
  )
}
