/**
 * A step's result as it will be read back later, so that a first run and a resumed one see the
 * same. What JSON cannot carry is refused, naming where it is, instead of being changed silently.
 */
export function toJsonValue(value: unknown): unknown {
  if (value === undefined) return undefined
  const problem = findProblem(value, 'result', new Set())
  if (problem !== undefined) throw new NotJson(problem)
  return JSON.parse(JSON.stringify(value))
}

export class NotJson extends Error {}

function findProblem(value: unknown, path: string, parents: Set<object>): string | undefined {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return undefined
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : `${path} is ${value}`
  if (typeof value !== 'object') return `${path} is a ${typeof value}`
  if (parents.has(value)) return `${path} refers back to itself`
  if (!isPlain(value)) return `${path} is a ${value.constructor.name}`
  parents.add(value)
  for (const [key, member] of Object.entries(value)) {
    // A property that is undefined is left out, as JSON does; in an array it would become null.
    if (member === undefined && !Array.isArray(value)) continue
    const problem = findProblem(member, `${path}.${key}`, parents)
    if (problem !== undefined) return problem
  }
  parents.delete(value)
  return undefined
}

function isPlain(value: object): boolean {
  const prototype = Object.getPrototypeOf(value)
  return Array.isArray(value) || prototype === Object.prototype || prototype === null
}
