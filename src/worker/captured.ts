import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'

/** Somebody who ran away may still hold the pipe: nobody waits for that one. */
const END_WITHIN_MS = 500

/** What a command prints: passed on to the item's output as it comes, its last part also kept. */
export class Captured {
  #text = ''
  readonly #ended: Promise<void>

  constructor(
    stream: Readable,
    { echo, most }: { readonly echo: (text: string) => void; readonly most: number },
  ) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      echo(text)
      this.#text = (this.#text + text).slice(-most)
    })
    this.#ended = new Promise((resolve) => {
      stream.once('close', resolve)
    })
  }

  async whole(): Promise<string> {
    await Promise.race([this.#ended, sleep(END_WITHIN_MS, undefined, { ref: false })])
    return this.#text
  }
}
