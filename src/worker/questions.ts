import { Interrupted } from './errors.ts'

/** Questions to the coordinator: each gets a number, and one answer, unless the run is stopped before. */
export class Questions<Answer> {
  readonly #signal: AbortSignal
  readonly #waiting = new Map<number, (answer: Answer) => void>()
  #asked = 0

  constructor(signal: AbortSignal) {
    this.#signal = signal
  }

  ask(send: (call: number) => void): Promise<Answer> {
    if (this.#signal.aborted) return Promise.reject(new Interrupted())
    const call = ++this.#asked
    return new Promise((resolve, reject) => {
      const interrupt = () => reject(new Interrupted())
      this.#signal.addEventListener('abort', interrupt, { once: true })
      this.#waiting.set(call, (answer) => {
        this.#signal.removeEventListener('abort', interrupt)
        resolve(answer)
      })
      send(call)
    })
  }

  /** The coordinator has answered. */
  receive(call: number, answer: Answer): void {
    this.#waiting.get(call)?.(answer)
    this.#waiting.delete(call)
  }
}
