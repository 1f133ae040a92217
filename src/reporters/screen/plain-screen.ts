/**
 * Prints lines to a stream. A reader that is slower than the workers delays them by `ready`; a reader
 * that closes the pipe (`| head`) ends the printing, not the run.
 */
import type { Writable } from 'node:stream'
import type { Event } from '../../model/event.ts'
import { disarmed } from './actions-commands.ts'
import { cleanText } from './clean-text.ts'
import { paintedPrefix } from './look.ts'
import { widthOf } from './width.ts'
import { wrapped } from './wrap.ts'

/** Output for people: whole lines, each behind the label of its item. */
export interface Screen {
  /** Prints whole lines, which may hold anything, each behind the prefix. */
  print(prefix: string, lines: string): void
  /** Prints whole lines as they are. */
  printRaw(text: string): void
  /** Called after the lines of an event were printed; `label` names its item. */
  onEvent(event: Event, label: string | undefined): void
  close(): void
}

interface ScreenOptions extends Showing {
  /** Called once if the reader closes the stream. */
  readonly onClosed: () => void
}

interface Showing {
  readonly colour: boolean
  /** Disarm commands of GitHub Actions. */
  readonly disarm?: boolean
  /** Of a terminal: longer lines are wrapped. */
  readonly columns?: (() => number) | undefined
}

export class PlainScreen implements Screen {
  readonly #stream: Writable
  readonly #showing: Showing
  #full: Promise<void> | undefined
  #closed = false
  #hasStoppedWaiting = false

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
    if (this.#closed || (this.#hasStoppedWaiting && this.#stream.writableNeedDrain)) return
    if (this.#stream.write(text) || this.#hasStoppedWaiting) return
    this.#full ??= new Promise((resolve) => {
      this.#stream.once('drain', () => {
        this.#full = undefined
        resolve()
      })
    })
  }

  onEvent(): void {}

  /** Resolves when more can be taken. */
  async ready(): Promise<void> {
    await this.#full
  }

  /** From now on a slow reader is not waited for: output that it does not take is in the logs only. */
  stopWaiting(): void {
    this.#hasStoppedWaiting = true
    this.#stream.emit('drain')
  }

  close(): void {}
}

/** Whole lines from any source, made harmless, each behind the prefix. */
export function prefixed(
  prefix: string,
  lines: string,
  { colour, disarm, columns }: Showing,
): string {
  const cleaned = cleanText(lines, { colour, overwritten: 'dropped' })
  const clean = disarm === true ? disarmed(cleaned) : cleaned
  const name = paintedPrefix(prefix, colour)
  if (columns === undefined) return `${name}${clean.slice(0, -1).replaceAll('\n', `\n${name}`)}\n`
  const size = { columns: columns(), indent: widthOf(name) }
  const rows = clean.slice(0, -1).split('\n')
  return rows.map((row) => `${name}${wrapped(row, size)}\n`).join('')
}
