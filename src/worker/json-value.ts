/** Where a value is not what JSON can carry without changing it silently; nothing if it is. */
export function jsonProblem(value: unknown): string | undefined {
  return findProblem(value, 'result', new Set())
}

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
