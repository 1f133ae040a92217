/**
 * CommonJS files, run from compiled code that an earlier process has kept. Node's own cache keeps what
 * is compiled when a file is loaded; functions are compiled when they are first called, which for a
 * brief process is most of the work. So this keeps code after it has run, with the functions it took.
 *
 * V8 looks at little more than the length of a source to tell whether code is of it, and at nothing to
 * tell whether code is whole. Hence only files with a hash of their content in their name are kept, and
 * what is kept is on the disk before it gets its name.
 */
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { Script } from 'node:vm'
import { writeWhole } from '../files/write-whole.ts'

const HASHED = /-[\w-]{8}\.cjs$/
const PARAMETERS = 'exports,require,module,__filename,__dirname'

type Wrapper = (
  exports: unknown,
  require: (name: string) => unknown,
  module: { exports: unknown },
  file: string,
  folder: string,
) => void

export class CompiledCode {
  readonly #folder: string | undefined
  readonly #given: Readonly<Record<string, unknown>>
  readonly #modules = new Map<string, { exports: unknown }>()
  /** Compiled here, by where it is to be kept: nothing was there, or V8 has refused what was. */
  readonly #fresh = new Map<string, { readonly script: Script; readonly isRefused: boolean }>()

  /** Without a folder, nothing is kept. What is not a file and not of Node is among what is given. */
  constructor(folder: string | undefined, given: Readonly<Record<string, unknown>> = {}) {
    this.#given = given
    this.#folder = folder === undefined ? undefined : join(folder, process.version)
  }

  load(file: string): unknown {
    const known = this.#modules.get(file)
    if (known !== undefined) return known.exports
    const module = { exports: {} as unknown }
    this.#modules.set(file, module)
    const folder = dirname(file)
    const run = this.#compiled(file).runInThisContext() as Wrapper
    const require = (name: string) =>
      name.startsWith('.')
        ? this.load(join(folder, name))
        : (this.#given[name] ?? process.getBuiltinModule(name))
    run(module.exports, require, module, file, folder)
    return module.exports
  }

  #compiled(file: string): Script {
    const place = this.#placeOf(file)
    const cachedData = place === undefined ? undefined : readIfThere(place)
    const script = new Script(
      `(function(${PARAMETERS}){'use strict';${readFileSync(file, 'utf8')}\n})`,
      {
        filename: file,
        ...(cachedData === undefined ? {} : { cachedData }),
      },
    )
    const isUsed = script.cachedDataRejected === false
    if (place !== undefined && !isUsed)
      this.#fresh.set(place, { script, isRefused: cachedData !== undefined })
    return script
  }

  #placeOf(file: string): string | undefined {
    if (this.#folder === undefined || !HASHED.test(file)) return undefined
    return join(this.#folder, basename(file))
  }

  /** Keeps what was compiled here, with every function that has run until now. */
  keep(): void {
    if (this.#folder === undefined || this.#fresh.size === 0) return
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
    for (const [place, { script, isRefused }] of this.#fresh)
      if (isRefused || !existsSync(place))
        writeWhole(place, script.createCachedData(), { mode: 0o600 })
    this.#fresh.clear()
  }
}

function readIfThere(place: string): Buffer | undefined {
  try {
    return readFileSync(place)
  } catch {
    return undefined // nobody has kept it yet, or it cannot be read: it is compiled anew
  }
}
