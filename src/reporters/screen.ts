/**
 * The one writer of a stream: whole lines behind whose they are. A reader that is slower than the
 * workers holds them up by `ready`; a reader that has gone away (`| head`) ends the printing, not
 * the run.
 */
import type { Writable } from 'node:stream'
import { cleanText } from './clean-text.ts'

export class Screen {
  readonly #stream: Writable
  readonly #colour: boolean
  #full: Promise<void> | undefined
  #closed = false
  #isLetGo = false

  constructor(
    stream: Writable,
    options: {
      readonly colour: boolean
      /** Called once if the reader goes away. */
      readonly onClosed: () => void
    },
  ) {
    this.#stream = stream
    this.#colour = options.colour
    stream.on('error', () => {
      if (!this.#closed) options.onClosed()
      this.#closed = true
      stream.emit('drain')
    })
  }

  /** Prints whole lines, which may hold anything, each behind the prefix. */
  print(prefix: string, lines: string): void {
    const clean = cleanText(lines, { colour: this.#colour, overwritten: 'dropped' })
    this.printRaw(`[${prefix}] ${clean.slice(0, -1).replaceAll('\n', `\n[${prefix}] `)}\n`)
  }

  /** Prints whole lines as they are. */
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

  async ready(): Promise<void> {
    await this.#full
  }

  /** Waits for the reader no longer: what it does not take from now on, only the logs have. */
  letGo(): void {
    this.#isLetGo = true
    this.#stream.emit('drain')
  }
}
