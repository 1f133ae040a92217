/** PageRank of files that starts from those that a question speaks of, as in Aider's map of a repository. */
import type { UseGraph } from './use-graph.ts'

const ROUNDS = 20
/** The share that goes on along an edge; the rest starts again. */
export const DAMPING = 0.7
/** Who uses a file matters less than what the file uses. */
const BACKWARD = 0.4

export function pageRank(graph: UseGraph, starts: readonly number[]): Float64Array {
  const total = starts.reduce((sum, weight) => sum + weight, 0)
  const start = Float64Array.from(starts, (weight) =>
    total === 0 ? 1 / starts.length : weight / total,
  )
  const leaving = leavingWeights(graph, starts.length)
  let ranks = start
  for (let round = 0; round < ROUNDS; round++) {
    const next = start.map((share) => share * (1 - DAMPING))
    eachEdge(graph, (from, to, weight) => {
      const [out = 1, back = 1] = [leaving[from], leaving[to]]
      next[to] = (next[to] ?? 0) + (DAMPING * (ranks[from] ?? 0) * weight) / out
      next[from] = (next[from] ?? 0) + (DAMPING * (ranks[to] ?? 0) * BACKWARD * weight) / back
    })
    ranks = next
  }
  return ranks
}

/** Of each node, in both directions: its rank is divided by them. */
function leavingWeights(graph: UseGraph, count: number): Float64Array {
  const leaving = new Float64Array(count)
  eachEdge(graph, (from, to, weight) => {
    leaving[from] = (leaving[from] ?? 0) + weight
    leaving[to] = (leaving[to] ?? 0) + BACKWARD * weight
  })
  return leaving
}

function eachEdge(
  { starts, targets, weights }: UseGraph,
  visit: (from: number, to: number, weight: number) => void,
): void {
  for (let from = 0; from + 1 < starts.length; from++)
    for (let edge = starts[from] ?? 0; edge < (starts[from + 1] ?? 0); edge++)
      visit(from, targets[edge] ?? 0, weights[edge] ?? 0)
}
