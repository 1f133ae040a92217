import { Secret } from '../model/secret.ts'
import type { ToCoordinator, ToWorker } from '../protocol/messages.ts'
import type { Leases } from '../providers/leased-fetch.ts'
import { FailureError, Interrupted } from './errors.ts'

type Answer = Extract<ToWorker, { type: 'lease-granted' | 'lease-refused' }>

/** The worker's side of leases: asks the coordinator, one answer for each call. */
export class LeaseClient implements Leases {
  readonly #tell: (message: ToCoordinator) => void
  readonly #signal: AbortSignal
  readonly #waiting = new Map<number, (answer: Answer) => void>()
  #calls = 0

  constructor(tell: (message: ToCoordinator) => void, signal: AbortSignal) {
    this.#tell = tell
    this.#signal = signal
  }

  acquire(request: Parameters<Leases['acquire']>[0]): ReturnType<Leases['acquire']> {
    if (this.#signal.aborted) return Promise.reject(new Interrupted())
    const call = ++this.#calls
    return new Promise((resolve, reject) => {
      const interrupt = () => reject(new Interrupted())
      this.#signal.addEventListener('abort', interrupt, { once: true })
      this.#waiting.set(call, (answer) => {
        this.#signal.removeEventListener('abort', interrupt)
        if (answer.type === 'lease-refused') return reject(new FailureError(answer.failure))
        const { lease, credential, isProbe = false } = answer
        resolve({ lease, credential, key: new Secret(credential, answer.key), isProbe })
      })
      this.#tell({ type: 'lease-wanted', call, request })
    })
  }

  settle(lease: number, settlement: Parameters<Leases['settle']>[1]): void {
    this.#tell({ type: 'lease-settled', lease, settlement })
  }

  /** The coordinator has answered. */
  receive(answer: Answer): void {
    this.#waiting.get(answer.call)?.(answer)
    this.#waiting.delete(answer.call)
  }
}
