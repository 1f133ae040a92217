import { Secret } from '../model/secrets/secret.ts'
import type { ToCoordinator, ToWorker } from '../protocol/messages.ts'
import type { Leases } from '../providers/leased-fetch.ts'
import { Questions } from './questions.ts'

type Answer = Extract<ToWorker, { type: 'lease-granted' | 'lease-refused' }>

/** The worker's side of leases. */
export class LeaseClient {
  readonly #send: (message: ToCoordinator) => void
  readonly #questions: Questions<Answer>

  constructor(send: (message: ToCoordinator) => void, signal: AbortSignal) {
    this.#send = send
    this.#questions = new Questions(signal)
  }

  /** Those of one question to a model, by its number. */
  for(ask: number): Leases {
    return {
      acquire: (request) => this.#acquire(ask, request),
      settle: (lease, settlement) => this.#send({ type: 'lease-settled', lease, settlement }),
    }
  }

  async #acquire(
    ask: number,
    request: Parameters<Leases['acquire']>[0],
  ): ReturnType<Leases['acquire']> {
    const answer = await this.#questions.ask((call) =>
      this.#send({ type: 'lease-wanted', call, ask, request }),
    )
    if (answer.type === 'lease-refused') return { failure: answer.failure }
    const { lease, credential } = answer
    return { lease, credential, key: new Secret(credential, answer.key) }
  }

  receive(answer: Answer): void {
    this.#questions.receive(answer.call, answer)
  }
}
