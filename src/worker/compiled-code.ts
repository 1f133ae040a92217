/**
 * CommonJS files, run from compiled code that an earlier process has kept. Node's own cache keeps what
 * is compiled when a file is loaded; functions are compiled when they are first called, which for a
 * brief process is most of the work. So this keeps code after it has run, with functions.
 *
 * V8 takes code for that of a source which is as long, and dies of code that is damaged. Hence only
 * files with a hash of their content in their name are kept, each twice in one file: both must be alike.
 */
import {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { Script } from 'node:vm'

const HASHED = /-[\w-]{8}\.cjs$/
const PARAMETERS = 'exports,require,module,__filename,__dirname'
const WRITABLE_BY_OTHERS = 0o022

type Wrapper = (
  exports: unknown,
  require: (name: string) => unknown,
  module: { exports: unknown },
  file: string,
  folder: string,
) => void

export class CompiledCode {
  readonly #folder: string | undefined
  readonly #given: ReadonlyMap<string, unknown>
  readonly #modules = new Map<string, { exports: unknown }>()
  /** Compiled here, by where it is to be kept: nothing was there, or nothing that could be used. */
  readonly #fresh = new Map<string, { readonly script: Script; readonly isUnusable: boolean }>()

  /** Without a folder, nothing is kept. What is neither a file nor of Node is among what is given. */
  constructor(folder: string | undefined, given: Readonly<Record<string, unknown>> = {}) {
    this.#given = new Map(Object.entries(given))
    const own = folder && join(folder, `${process.version}-${process.getuid?.() ?? 'all'}`)
    this.#folder = own && isTrusted(own) ? own : undefined
  }

  load(file: string): unknown {
    const known = this.#modules.get(file)
    if (known !== undefined) return known.exports
    const run = this.#compiled(file).runInThisContext() as Wrapper
    const module = { exports: {} as unknown }
    this.#modules.set(file, module)
    try {
      run(module.exports, (name) => this.#required(name, file), module, file, dirname(file))
    } catch (error) {
      this.#modules.delete(file)
      throw error
    }
    return module.exports
  }

  #required(name: string, by: string): unknown {
    if (name.startsWith('.')) return this.load(join(dirname(by), name))
    const found = this.#given.get(name) ?? process.getBuiltinModule(name)
    if (found === undefined) throw new Error(`${by} requires ${name}, which is not there.`)
    return found
  }

  #compiled(file: string): Script {
    const place = this.#placeOf(file)
    const kept = place === undefined ? undefined : readIfThere(place)
    const cachedData = kept && halfOf(kept)
    const script = new Script(
      `(function(${PARAMETERS}){'use strict';${readFileSync(file, 'utf8')}\n})`,
      {
        filename: file,
        ...(cachedData === undefined ? {} : { cachedData }),
      },
    )
    const isUsed = script.cachedDataRejected === false
    if (place !== undefined && !isUsed)
      this.#fresh.set(place, { script, isUnusable: kept !== undefined })
    return script
  }

  #placeOf(file: string): string | undefined {
    if (this.#folder === undefined || !HASHED.test(file)) return undefined
    return join(this.#folder, `${basename(file)}.compiled`)
  }

  /** Keeps what was compiled here, with the functions that V8 has of it by now. */
  keep(): void {
    if (this.#folder === undefined || this.#fresh.size === 0) return
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
    for (const [place, { script, isUnusable }] of this.#fresh) {
      if (!isUnusable && existsSync(place)) continue // somebody was faster
      const data = script.createCachedData()
      writeBeside(place, Buffer.concat([data, data]))
    }
    this.#fresh.clear()
  }
}

/** Code is run from there: nobody else may have put it there. */
function isTrusted(folder: string): boolean {
  const found = statSync(folder, { throwIfNoEntry: false })
  if (found === undefined || process.getuid === undefined) return true
  return found.uid === process.getuid() && (found.mode & WRITABLE_BY_OTHERS) === 0
}

function readIfThere(place: string): Buffer | undefined {
  try {
    return readFileSync(place)
  } catch {
    return undefined // nobody has kept it yet, or it cannot be read: it is compiled anew
  }
}

/** Of two halves that are alike. */
function halfOf(kept: Buffer): Buffer | undefined {
  const half = kept.subarray(0, kept.length / 2)
  return half.equals(kept.subarray(kept.length / 2)) ? half : undefined
}

/** A reader sees all of it or nothing; if it does not outlast a crash, it is made again. */
function writeBeside(place: string, bytes: Buffer): void {
  const beside = `${place}.${process.pid}.tmp`
  try {
    writeFileSync(beside, bytes, { mode: 0o600 })
    renameSync(beside, place)
  } catch (error) {
    rmSync(beside, { force: true })
    throw error
  }
}
