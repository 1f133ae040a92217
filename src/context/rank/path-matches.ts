/** Files that a question names by their paths, or by the ends of them. */
import type { IndexedFile } from '../index/build-index.ts'
import type { QuestionTerms } from './question-terms.ts'

const PATH = 12

/** Scores by their place in the list of files. */
export function pathMatches(
  files: readonly IndexedFile[],
  terms: QuestionTerms,
): Map<number, number> {
  const scores = new Map<number, number>()
  for (const [term, weight] of terms.paths) {
    const exact = files.findIndex(({ path }) => path === term)
    const matching = exact >= 0 ? [exact] : indexesWhere(files, ({ path }) => isNamedBy(path, term))
    const score = (PATH * weight) / Math.sqrt(Math.max(1, matching.length))
    for (const index of matching) scores.set(index, Math.max(scores.get(index) ?? 0, score))
  }
  return scores
}

/** `bench.ts`, `src/bench`, `bench` in a path: the end of it, with or without its extension. */
function isNamedBy(path: string, term: string): boolean {
  const from = path.length - term.length
  if (path.endsWith(term)) return from === 0 || path[from - 1] === '/'
  const bare = path.replace(/\.\w+$/, '')
  return term.includes('/') && (bare === term || bare.endsWith(`/${term}`))
}

function indexesWhere(
  files: readonly IndexedFile[],
  test: (file: IndexedFile) => boolean,
): number[] {
  return files.flatMap((file, index) => (test(file) ? [index] : []))
}
