/** Files in the order in which a model should see them for a question. */
import type { IndexedFile } from '../index/build-index.ts'
import type { FoundLine } from '../source-tree.ts'
import { type DirectMatch, directMatches } from './direct-matches.ts'
import { type FileRole, isPlainStem, stemOf, testedStem } from './file-role.ts'
import { DAMPING, pageRank } from './page-rank.ts'
import type { QuestionTerms } from './question-terms.ts'
import { type UseGraph, useGraph, useShare } from './use-graph.ts'
import { squeezed } from './words.ts'

export interface RankedFile extends DirectMatch {
  readonly file: IndexedFile
  /** By itself, by its neighbours, and as test or documentation of what matters: 1 is much. */
  readonly rank: number
  /** By itself alone, compared with the best one: 0 to 1. */
  readonly directly: number
}

export interface Asked {
  readonly terms: QuestionTerms
  /** Lines with quoted texts of the question. */
  readonly found: readonly FoundLine[]
  /** Paths that matter most, whatever the terms say. */
  readonly files: ReadonlySet<string>
}

const NEIGHBOUR = 0.6
/** The share of PageRank that does not come along an edge. */
const OWN = 1 - DAMPING
const TEST = 0.5
const DOC = 0.25
/** Files with tests and docs of their own shown. */
const LEADERS = 6

export function rankFiles(
  files: readonly IndexedFile[],
  { terms, found, files: named }: Asked,
): RankedFile[] {
  const matches = directMatches(files, terms, found)
  const highest = matches.reduce((most, { score }) => Math.max(most, score), 1e-9)
  const directly = matches.map(({ score }, index) =>
    named.has(files[index]?.path ?? '') ? 1 : score / highest,
  )
  const graph = useGraph(files, terms)
  // Squared: a file that shares some words with the question leads nowhere.
  const starts = directly.map((share) => share ** 2)
  const spread = pageRank(graph, starts)
  // Without what it has of itself.
  const total = starts.reduce((sum, share) => sum + share, 0) || 1
  const near = spread.map((share, index) => share - (OWN * (starts[index] ?? 0)) / total)
  const nearest = near.reduce((most, share) => Math.max(most, share), 1e-9)
  const ranks = directly.map(
    (share, index) => share + (NEIGHBOUR * Math.max(0, near[index] ?? 0)) / nearest,
  )
  const companions = companionRanks(files, { ranks, matches, graph, highest })
  return files
    .flatMap((file, index) => {
      const match = matches[index]
      const rank = Math.max(ranks[index] ?? 0, companions.get(index) ?? 0)
      if (match === undefined || file.excluded !== undefined) return []
      return [{ ...match, file, rank, directly: directly[index] ?? 0 }]
    })
    .sort((a, b) => b.rank - a.rank || b.score - a.score || (a.file.path < b.file.path ? -1 : 1))
}

/** Tests and docs of the files that lead: by their names, or because they use what is defined there. */
function companionRanks(
  files: readonly IndexedFile[],
  {
    ranks,
    matches,
    graph,
    highest,
  }: {
    readonly ranks: readonly number[]
    readonly matches: readonly DirectMatch[]
    readonly graph: UseGraph
    readonly highest: number
  },
): Map<number, number> {
  const leaders = files
    .map((_, index) => index)
    .filter((index) => matches[index]?.role === 'code' && files[index]?.excluded === undefined)
    .sort((a, b) => (ranks[b] ?? 0) - (ranks[a] ?? 0) || a - b)
    .slice(0, LEADERS)
  const found = new Map<number, number>()
  for (const leader of leaders) {
    const own = identityOf(files[leader]?.path ?? '', 'code')
    const names = askedNames(files, { file: files[leader], match: matches[leader] })
    for (const [index, { path, uses }] of files.entries()) {
      const role = matches[index]?.role
      if (role !== 'test' && role !== 'doc') continue
      const identity = identityOf(path, role)
      const isNamed =
        identity === own || [...names.keys()].some((name) => `${squeezed(name)}/` === identity)
      const use = Math.max(
        0,
        ...[...names].map(([name, share]) => (usesName(uses, name) ? share : 0)),
      )
      const kinship = isNamed ? 1 : Math.max(use, 0.4 * useShare(graph, index, leader))
      const kin = (role === 'test' ? TEST : DOC) * kinship * (ranks[leader] ?? 0)
      const rank = kin * (1 + (matches[index]?.score ?? 0) / highest)
      if (rank > (found.get(index) ?? 0)) found.set(index, rank)
    }
  }
  return found
}

/** What a file is called, or a test is about; with its folder if the name says nothing: `cookie/index`. */
function identityOf(path: string, role: FileRole | undefined): string {
  const stem = squeezed(role === 'test' ? testedStem(path) : stemOf(path))
  const folder = squeezed(path.split('/').at(-2) ?? '')
  return stem === '' || isPlainStem(stem) ? `${folder}/${stem.replace(/^tests?$/, '')}` : stem
}

/** Names of the symbols of a file that the question speaks of most; less weight for those that everybody uses. */
function askedNames(
  files: readonly IndexedFile[],
  {
    file,
    match,
  }: { readonly file: IndexedFile | undefined; readonly match: DirectMatch | undefined },
): Map<string, number> {
  const best = Math.max(0, ...(match?.symbols.values() ?? []))
  const names = [...(match?.symbols ?? [])]
    .filter(([, score]) => score >= best / 2)
    .map(([index]) => file?.symbols[index]?.name ?? '')
    .filter((name) => name.length >= 5)
    .slice(0, 5)
  return new Map(
    names.map((name) => {
      const users = files.filter(({ uses }) => usesName(uses, name)).length
      return [name, 0.9 / Math.sqrt(Math.max(1, users / 3))]
    }),
  )
}

function usesName(uses: string, name: string): boolean {
  for (let at = uses.indexOf(name); at !== -1; at = uses.indexOf(name, at + 1)) {
    const [before = ' ', after = ' '] = [uses[at - 1], uses[at + name.length]]
    if (before === ' ' && (after === ' ' || after === ':')) return true
  }
  return false
}
