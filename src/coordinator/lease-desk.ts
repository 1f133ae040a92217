/**
 * Where workers ask for leases. The pool decides; here its answers are carried to the workers, the
 * waiting ones asked again when their time has come, and the leases of a dead worker taken back.
 */
import type { CredentialPool } from '../credentials/pool.ts'
import type { Clock } from '../model/clock.ts'
import type { Fact } from '../model/event.ts'
import type { Failure } from '../model/failure.ts'
import type { ItemId } from '../model/ids.ts'
import type { ToCoordinator, ToWorker } from '../protocol/messages.ts'

type Wanted = Extract<ToCoordinator, { type: 'lease-wanted' }>
type Settled = Extract<ToCoordinator, { type: 'lease-settled' }>

export class LeaseDesk {
  readonly #pool: CredentialPool
  readonly #clock: Clock
  readonly #emit: (fact: Fact) => void
  readonly #send: (item: ItemId, message: ToWorker) => void
  readonly #held = new Map<ItemId, Set<number>>()
  readonly #present = new Map<ItemId, AbortController>()

  constructor(options: {
    readonly pool: CredentialPool
    readonly clock: Clock
    readonly emit: (fact: Fact) => void
    readonly send: (item: ItemId, message: ToWorker) => void
  }) {
    this.#pool = options.pool
    this.#clock = options.clock
    this.#emit = options.emit
    this.#send = options.send
  }

  want(item: ItemId, wanted: Wanted): void {
    void this.#serve(item, wanted, this.#presenceOf(item))
  }

  settle(item: ItemId, { lease, settlement }: Settled): void {
    const { outcome } = settlement
    this.#pool.settle(lease, settlement, this.#clock.now())
    this.#held.get(item)?.delete(lease)
    this.#emit({ type: 'lease-returned', item, lease, outcome })
  }

  /** The item's worker is gone: nothing of it waits, and its leases are free. */
  leave(item: ItemId): void {
    this.#present.get(item)?.abort()
    this.#present.delete(item)
    for (const lease of this.#held.get(item) ?? []) this.#pool.release(lease)
    this.#held.delete(item)
  }

  close(): void {
    for (const item of [...this.#present.keys()]) this.leave(item)
  }

  async #serve(item: ItemId, { call, request }: Wanted, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const answer = this.#pool.acquire(request, this.#clock.now())
      if (answer.type === 'queued') {
        await this.#clock.sleepUntil(answer.until, signal)
        continue
      }
      if (answer.type === 'refused') {
        const failure = refusal(request.provider, answer.why)
        return this.#send(item, { type: 'lease-refused', call, failure })
      }
      const { lease } = answer
      const { id: credential, secret } = answer.credential
      this.#heldBy(item).add(lease)
      this.#emit({ type: 'lease-granted', item, lease, credential, model: request.model })
      return this.#send(item, {
        type: 'lease-granted',
        call,
        lease,
        credential,
        key: secret.reveal(),
      })
    }
  }

  #presenceOf(item: ItemId): AbortSignal {
    const controller = this.#present.get(item) ?? new AbortController()
    this.#present.set(item, controller)
    return controller.signal
  }

  #heldBy(item: ItemId): Set<number> {
    const held = this.#held.get(item) ?? new Set()
    this.#held.set(item, held)
    return held
  }
}

function refusal(provider: string, why: 'no-credential' | 'all-invalid'): Failure {
  const message =
    why === 'no-credential'
      ? `There is no credential for ${provider}.`
      : `No credential for ${provider} is accepted any more.`
  return { reason: 'no-credential', provider, message }
}
