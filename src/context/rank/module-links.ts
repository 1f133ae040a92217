/** Which files an import means, by the ends of their paths: `./task`, `boltons/dictutils`, `com/google/gson/Gson`. */

export class ModuleLinks {
  /** Files by the last part of their path without extensions; of `index` and the like, by their folder's name. */
  readonly #byStem = new Map<string, number[]>()
  readonly #paths: readonly string[]

  constructor(paths: readonly string[]) {
    this.#paths = paths.map(modulePath)
    for (const [index, path] of this.#paths.entries()) {
      const stem = path.slice(path.lastIndexOf('/') + 1)
      const known = this.#byStem.get(stem)
      if (known === undefined) this.#byStem.set(stem, [index])
      else known.push(index)
    }
  }

  /** The files that a module named in the file at `from` may be; none if it is nobody's here. */
  resolve(from: string, module: string): readonly number[] {
    if (module.startsWith('.')) {
      const full = modulePath(joined(from, module))
      return this.#candidates(full).filter((index) => this.#paths[index] === full)
    }
    const wanted = modulePath(module.replace(/^@\//, ''))
    const found = this.#candidates(wanted).filter((index) =>
      endsWithPath(this.#paths[index] ?? '', wanted),
    )
    return found.length <= 3 ? found : []
  }

  #candidates(path: string): readonly number[] {
    return this.#byStem.get(path.slice(path.lastIndexOf('/') + 1)) ?? []
  }
}

/** `src/task/index.ts` is the module `src/task`. */
function modulePath(path: string): string {
  return path
    .replace(/(\.d)?\.(\w{1,5})$/, '')
    .replace(/(^|\/)(index|__init__|mod)$/, '')
    .replace(/\/$/, '')
}

function endsWithPath(path: string, end: string): boolean {
  return path === end || path.endsWith(`/${end}`)
}

function joined(from: string, module: string): string {
  const parts = from.split('/').slice(0, -1)
  for (const part of module.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '.' && part !== '') parts.push(part)
  }
  return parts.join('/')
}
