import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Redactor } from '../model/secrets/redactor.ts'

/** An orphaned process may still hold the pipe: it is not waited for. */
const END_WITHIN_MS = 500

/**
 * What a command prints: passed on to the item's output as it comes, its last part also kept, without secrets.
 * A little more than that part is held: a secret at its beginning would not be known by its half.
 */
export class Captured {
  #text = ''
  readonly #most: number
  readonly #redactor: Redactor
  readonly #ended: Promise<void>

  constructor(
    stream: Readable,
    {
      echo,
      most,
      redactor,
    }: {
      readonly echo: (text: string) => void
      readonly most: number
      readonly redactor: Redactor
    },
  ) {
    this.#most = most
    this.#redactor = redactor
    stream.setEncoding('utf8').on('data', (text: string) => {
      echo(text)
      this.#text = (this.#text + text).slice(-most - redactor.longest)
    })
    this.#ended = new Promise((resolve) => {
      stream.once('close', resolve)
    })
  }

  async whole(): Promise<string> {
    await Promise.race([this.#ended, sleep(END_WITHIN_MS, undefined, { ref: false })])
    return this.#redactor.redact(this.#text).slice(-this.#most)
  }
}
