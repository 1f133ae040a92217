/** One package that a lockfile pins. */
export interface LockedPackage {
  readonly name: string
  readonly version: string
  /** Addresses, with whatever is not fetched from a registry spelled as the file has it. */
  readonly sources: readonly string[]
  readonly checksums: readonly string[]
}

export function given(...values: readonly (string | undefined)[]): string[] {
  return values.flatMap((value) => (value === undefined || value === '' ? [] : [value]))
}

/** Registries of npm name the package before `/-/`. */
export function isOfAnother({ name }: LockedPackage, source: string): boolean {
  const [path, file] = source.replaceAll(/%2f/gi, '/').replaceAll('%40', '@').split('/-/')
  return file !== undefined && path?.endsWith(`/${name}`) === false
}
