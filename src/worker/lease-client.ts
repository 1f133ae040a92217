import { Secret } from '../model/secrets/secret.ts'
import type { ToCoordinator, ToWorker } from '../protocol/messages.ts'
import type { Leases } from '../providers/leased-fetch.ts'
import { Questions } from './questions.ts'

type Answer = Extract<ToWorker, { type: 'lease-granted' | 'lease-refused' }>

export interface LeaseClient {
  /** Those of one question to a model, by its number. */
  for(ask: number): Leases
  receive(answer: Answer): void
}

/** The worker's side of leases. */
export function leaseClient(
  send: (message: ToCoordinator) => void,
  signal: AbortSignal,
): LeaseClient {
  const questions = new Questions<Answer>(signal)
  return {
    for: (ask) => ({
      async acquire(request) {
        const answer = await questions.ask((call) =>
          send({ type: 'lease-wanted', call, ask, request }),
        )
        if (answer.type === 'lease-refused') return { failure: answer.failure }
        const { lease, credential, key } = answer
        return { lease, credential, key: new Secret(credential, key) }
      },
      settle: (lease, settlement) => send({ type: 'lease-settled', lease, settlement }),
    }),
    receive: (answer) => questions.receive(answer.call, answer),
  }
}
