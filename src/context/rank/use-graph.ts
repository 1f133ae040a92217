/** Files as nodes, with an edge from each file to those that define the names it uses, or that it imports. */
import type { IndexedFile } from '../index/build-index.ts'
import { splitUses } from '../index/file-index.ts'
import { ModuleLinks } from './module-links.ts'
import type { QuestionTerms } from './question-terms.ts'

/** The edges of file `n` are those from `starts[n]` to before `starts[n + 1]`. */
export interface UseGraph {
  readonly starts: Uint32Array
  readonly targets: Uint32Array
  readonly weights: Float32Array
}

/** Names that so many files define say nothing. */
const MOST_DEFINERS = 8
const IMPORT = 3
const ASKED = 6

export function useGraph(files: readonly IndexedFile[], terms: QuestionTerms): UseGraph {
  const definers = definersOf(files)
  const links = new ModuleLinks(files.map(({ path }) => path))
  const asked = new Set([...terms.names.keys()].flatMap((name) => name.split('.')))
  const starts = new Uint32Array(files.length + 1)
  const edges = new EdgeList()
  for (const [index, file] of files.entries()) {
    const own = new Map<number, number>()
    const add = (to: number, weight: number) => {
      if (to !== index) own.set(to, (own.get(to) ?? 0) + weight)
    }
    for (const [name, count] of file.excluded === undefined ? splitUses(file.uses) : []) {
      const defining = definers.get(name)
      if (defining === undefined || defining.includes(index)) continue
      const weight = (weightOf(name, asked) * Math.sqrt(count)) / defining.length
      for (const to of defining) add(to, weight)
    }
    for (const module of file.imports)
      for (const to of links.resolve(file.path, module)) add(to, IMPORT)
    for (const [to, weight] of own) edges.add(to, weight)
    starts[index + 1] = edges.length
  }
  return { starts, ...edges.arrays() }
}

/** The part of a file's uses that leads to another file. */
export function useShare({ starts, targets, weights }: UseGraph, from: number, to: number): number {
  let all = 0
  let there = 0
  for (let edge = starts[from] ?? 0; edge < (starts[from + 1] ?? 0); edge++) {
    const weight = weights[edge] ?? 0
    all += weight
    if (targets[edge] === to) there = weight
  }
  return all === 0 ? 0 : there / all
}

/** Which files define a name; none for a name that too many define. */
function definersOf(files: readonly IndexedFile[]): Map<string, number[]> {
  const definers = new Map<string, number[]>()
  for (const [index, { symbols, excluded }] of files.entries()) {
    if (excluded !== undefined) continue
    for (const { name, kind } of symbols) {
      if (kind === 'heading' || kind === 'test') continue
      const own = name.slice(name.lastIndexOf('.') + 1)
      const known = definers.get(own)
      if (known === undefined) definers.set(own, [index])
      else if (known.at(-1) !== index) known.push(index)
    }
  }
  for (const [name, { length }] of definers) if (length > MOST_DEFINERS) definers.delete(name)
  return definers
}

/** Long names with several words are hardly ever meant otherwise. */
function weightOf(name: string, asked: ReadonlySet<string>): number {
  const isLong = name.length >= 8 && /_[a-z]|[a-z][A-Z]/.test(name)
  const length = isLong ? 2 : name.length <= 4 ? 0.3 : 1
  return (asked.has(name) ? ASKED : 1) * length * (name.startsWith('_') ? 0.3 : 1)
}

/** Grows as it is needed: a large repository has a million edges. */
class EdgeList {
  #targets = new Uint32Array(1_024)
  #weights = new Float32Array(1_024)
  length = 0

  add(target: number, weight: number): void {
    if (this.length === this.#targets.length) {
      const [targets, weights] = [this.#targets, this.#weights]
      this.#targets = new Uint32Array(2 * this.length)
      this.#weights = new Float32Array(2 * this.length)
      this.#targets.set(targets)
      this.#weights.set(weights)
    }
    this.#targets[this.length] = target
    this.#weights[this.length++] = weight
  }

  arrays(): Pick<UseGraph, 'targets' | 'weights'> {
    return {
      targets: this.#targets.subarray(0, this.length),
      weights: this.#weights.subarray(0, this.length),
    }
  }
}
