/** A file that a command is asked to write, in a private folder; whatever else lies at its path is not read. */
import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PrivateFolder } from '../files/private-folder.ts'

/** A pipe would never end, and a link leads elsewhere. */
const PLAIN = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK

export class ResultFile implements Disposable {
  readonly #folder = new PrivateFolder()
  readonly #path = join(this.#folder.path, 'result')
  readonly #mostBytes: number

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes
  }

  /** For the environment of the command. */
  get variables(): Readonly<Record<string, string>> {
    return { AGENTOS_RESULT: this.#path }
  }

  /** Undefined if there is none, or none that can be read whole. */
  read(): string | undefined {
    let file: number
    try {
      file = openSync(this.#path, PLAIN)
    } catch {
      return undefined // not written, or not a file: the command says the rest
    }
    try {
      const found = fstatSync(file)
      return found.isFile() && found.size <= this.#mostBytes
        ? readFileSync(file, 'utf8')
        : undefined
    } finally {
      closeSync(file)
    }
  }

  [Symbol.dispose](): void {
    this.#folder[Symbol.dispose]()
  }
}
