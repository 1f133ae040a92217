/**
 * The life of one item, folded from its events: the attempt that runs, the steps that are open in it, the calls
 * that wait for a lease, and the leases it holds.
 *
 *   item-started ──► attempt ──► worker-exited
 *     step-started ──► step ──► step-saved · step-failed
 *     lease-queued ──► wait ──► lease-granted ──► lease ──► lease-returned
 *                         └───► lease-refused
 *
 * Whatever is open ends with the worker. Lists, since they are short and items may be many.
 */
import type { Event, EventOf } from '../model/event.ts'

export interface ItemLife {
  attempt: Attempt | undefined
  /** The innermost last. */
  readonly steps: OpenStep[]
  readonly waits: OpenWait[]
  readonly leases: OpenLease[]
  /** The innermost step that failed, or was open when the worker exited, if no other one came after it. */
  failedIn: string | undefined
}

export interface Attempt {
  readonly number: number
  readonly worker: number
  since: number
}

export interface OpenStep {
  readonly name: string
  readonly span: string
  since: number
}

export type OpenWait = Pick<
  EventOf<'lease-queued'>,
  'call' | 'ask' | 'why' | 'until' | 'provider' | 'model' | 'outage'
> & { since: number }

export type OpenLease = Pick<EventOf<'lease-granted'>, 'lease' | 'ask' | 'credential' | 'model'> & {
  since: number
}

/** What has ended, and how; without that, it was cut off. */
export type Ended =
  | { readonly kind: 'attempt'; readonly was: Attempt; readonly how?: string }
  | { readonly kind: 'step'; readonly was: OpenStep; readonly how?: string }
  | { readonly kind: 'wait'; readonly was: OpenWait; readonly how?: string }
  | { readonly kind: 'lease'; readonly was: OpenLease; readonly how?: string }

const NOTHING: readonly Ended[] = []

export function newLife(): ItemLife {
  return { attempt: undefined, steps: [], waits: [], leases: [], failedIn: undefined }
}

/** Takes an event of the item; returns what has ended with it. */
export function advance(life: ItemLife, event: Event): readonly Ended[] {
  switch (event.type) {
    case 'item-started': {
      const ended = cutOff(life)
      life.failedIn = undefined
      life.attempt = { number: event.attempt, worker: event.worker, since: event.at }
      return ended
    }
    case 'step-started':
      life.failedIn = undefined
      life.steps.push({ name: event.step, span: event.span, since: event.at })
      return NOTHING
    case 'step-saved':
      return endStep(life, event.span, 'saved')
    case 'step-failed':
      life.failedIn ??= event.step
      return endStep(life, event.span, event.failure.reason)
    case 'lease-queued':
      queueCall(life.waits, event)
      return NOTHING
    case 'lease-granted': {
      const { lease, ask, credential, model, at } = event
      life.leases.push({ lease, ask, credential, model, since: at })
      return endWait(life, event)
    }
    case 'lease-refused':
      return endWait(life, event)
    case 'lease-returned': {
      const was = take(life.leases, ({ lease }) => lease === event.lease)
      return was === undefined ? NOTHING : [{ kind: 'lease', was, how: event.outcome.kind }]
    }
    case 'worker-exited':
      return cutOff(life, event.report?.outcome ?? event.signal ?? 'died')
    case 'item-ended':
      return cutOff(life, event.outcome)
    default:
      return NOTHING
  }
}

/** The worker is gone, in this way, and all it was at; nothing is known if the run itself was cut off. */
export function cutOff(life: ItemLife, how?: string): readonly Ended[] {
  const { attempt, steps, waits, leases } = life
  life.attempt = undefined
  life.failedIn ??= steps.at(-1)?.name
  const lost = how === undefined ? {} : { how: 'lost with its worker' }
  return [
    ...leases.splice(0).map((was) => ({ kind: 'lease', was, ...lost }) as const),
    ...waits.splice(0).map((was) => ({ kind: 'wait', was }) as const),
    ...steps.splice(0).map((was) => ({ kind: 'step', was }) as const),
    ...(attempt === undefined
      ? []
      : [{ kind: 'attempt', was: attempt, ...(how === undefined ? {} : { how }) } as const]),
  ]
}

/** A sleep counts for nobody. */
export function postpone({ steps, waits, leases, attempt }: ItemLife, ms: number): void {
  for (const open of [...steps, ...waits, ...leases, attempt]) if (open) open.since += ms
}

/** A call may be queued again: it waits for something else then, and since the same time. */
export function queueCall(waits: OpenWait[], event: EventOf<'lease-queued'>): void {
  const { call, ask, why, until, provider, model, outage, at } = event
  const index = waits.findIndex((wait) => wait.call === call)
  const about = {
    call,
    ask,
    why,
    until,
    provider,
    model,
    ...(outage === undefined ? {} : { outage }),
  }
  waits[index === -1 ? waits.length : index] = { ...about, since: waits[index]?.since ?? at }
}

export function leaveQueue(waits: OpenWait[], call: number): OpenWait | undefined {
  return take(waits, (wait) => wait.call === call)
}

function endWait(
  { waits }: ItemLife,
  { call, type }: EventOf<'lease-granted' | 'lease-refused'>,
): readonly Ended[] {
  const was = leaveQueue(waits, call)
  return was === undefined ? NOTHING : [{ kind: 'wait', was, how: type }]
}

function endStep({ steps }: ItemLife, span: string, how: string): readonly Ended[] {
  const was = take(steps, (step) => step.span === span)
  return was === undefined ? NOTHING : [{ kind: 'step', was, how }]
}

function take<T>(list: T[], isMeant: (one: T) => boolean): T | undefined {
  const index = list.findIndex(isMeant)
  return index === -1 ? undefined : list.splice(index, 1)[0]
}
