/**
 * Lines as they come, to a stream. A reader that is slower than the workers holds them up by
 * `ready`; a reader that has gone away (`| head`) ends the printing, not the run.
 */
import type { Writable } from 'node:stream'
import { disarmed } from './actions-commands.ts'
import { cleanText } from './clean-text.ts'
import { paintedPrefix } from './look.ts'
import type { Screen } from './screen.ts'

interface ScreenOptions extends Showing {
  /** Called once if the reader goes away. */
  readonly onClosed: () => void
}

interface Showing {
  readonly colour: boolean
  /** GitHub Actions reads along. */
  readonly disarm?: boolean
}

export class PlainScreen implements Screen {
  readonly #stream: Writable
  readonly #showing: Showing
  #full: Promise<void> | undefined
  #closed = false
  #isLetGo = false

  constructor(stream: Writable, options: ScreenOptions) {
    this.#stream = stream
    this.#showing = options
    stream.on('error', () => {
      if (!this.#closed) options.onClosed()
      this.#closed = true
      stream.emit('drain')
    })
  }

  print(prefix: string, lines: string): void {
    this.printRaw(prefixed(prefix, lines, this.#showing))
  }

  printRaw(text: string): void {
    if (this.#closed || (this.#isLetGo && this.#stream.writableNeedDrain)) return
    if (this.#stream.write(text) || this.#isLetGo) return
    this.#full ??= new Promise((resolve) => {
      this.#stream.once('drain', () => {
        this.#full = undefined
        resolve()
      })
    })
  }

  hear(): void {}

  async ready(): Promise<void> {
    await this.#full
  }

  letGo(): void {
    this.#isLetGo = true
    this.#stream.emit('drain')
  }

  close(): void {}
}

/** Whole lines of anybody, made harmless, each behind the prefix. */
export function prefixed(prefix: string, lines: string, { colour, disarm }: Showing): string {
  const cleaned = cleanText(lines, { colour, overwritten: 'dropped' })
  const clean = disarm === true ? disarmed(cleaned) : cleaned
  const name = paintedPrefix(prefix, colour)
  return `${name}${clean.slice(0, -1).replaceAll('\n', `\n${name}`)}\n`
}
