/** What a lockfile pins, and everything else that it says. */
export interface Locked {
  readonly packages: readonly LockedPackage[]
  /** Facts that belong to no package, such as overrides. */
  readonly rest: readonly string[]
}

export interface LockedPackage {
  readonly name: string
  readonly version: string
  /** Addresses, with whatever is not fetched from a registry spelled as the file has it. */
  readonly sources: readonly string[]
  readonly checksums: readonly string[]
  /** Its other facts, such as where it is placed and what it depends on. */
  readonly rest: readonly string[]
}

export function given(...values: readonly (string | undefined)[]): string[] {
  return values.flatMap((value) => (value === undefined || value === '' ? [] : [value]))
}

/** Registries of npm name the package before `/-/`. */
export function isOfAnother({ name }: LockedPackage, source: string): boolean {
  const [path, file] = source.replaceAll(/%2f/gi, '/').replaceAll('%40', '@').split('/-/')
  return file !== undefined && path?.endsWith(`/${name}`) === false
}

/** A line for each value, with the path to it. */
export function facts(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return [`${path}: ${value}`]
  const parts = Object.entries(value)
  if (parts.length === 0) return path === '' ? [] : [`${path}: ${JSON.stringify(value)}`]
  const isList = Array.isArray(value)
  return parts.flatMap(([key, part]) => facts(part, isList ? `${path}[${key}]` : below(path, key)))
}

/** The path itself, too: that there is an entry is a fact. */
export function entryFacts(entry: object, path: string): string[] {
  return [path, ...Object.entries(entry).flatMap(([key, part]) => facts(part, below(path, key)))]
}

/** The path of a field. */
export function below(path: string, key: string): string {
  if (!/^[\w-]+$/.test(key)) return `${path}[${JSON.stringify(key)}]`
  return path === '' ? key : `${path}.${key}`
}
