/**
 * The coordinator's loop: ask `plan` what to do, perform it, fold what happened, ask again. All
 * decisions are `plan`'s, all effects are `perform`'s; every fact passes through `emit` once. One action
 * at a time: what happens while it is performed waits in the inbox.
 */
import type { Fleet } from '../fleet/fleet.ts'
import type { Credential } from '../model/calls/lease.ts'
import type { Clock } from '../model/clock.ts'
import type { Event, Fact } from '../model/event.ts'
import type { Failure } from '../model/failure.ts'
import type { GitHubAccess } from '../model/github.ts'
import type { ItemId, RunId, WorkflowName } from '../model/ids.ts'
import { type CostStop, OUTCOMES, type Outcome, type StopCause } from '../model/outcome.ts'
import type { Estimate, RunLimits } from '../model/run-start.ts'
import type { Redactor } from '../model/secrets/redactor.ts'
import type { RunTrace } from '../model/trace.ts'
import { fold } from '../scheduler/fold.ts'
import { plan, startsExpected } from '../scheduler/plan.ts'
import type { Chosen, Selection } from '../scheduler/select.ts'
import { itemOf, RunState } from '../scheduler/state.ts'
import { diskRoom } from '../store/disk-room.ts'
import type { Locks } from '../store/ledger.ts'
import type { Store } from '../store/store.ts'
import { announce } from './announce.ts'
import { gitHubDesk } from './github-desk.ts'
import { Inbox } from './inbox.ts'
import { leaseDesk } from './lease-desk.ts'
import { createPerform } from './perform.ts'
import type { Pool, PoolListener } from './pool.ts'

export interface CoordinateOptions {
  readonly run: RunId
  readonly workflow: WorkflowName
  readonly version: string
  /** The command line that resumes this run. */
  readonly command: string
  readonly chosen: readonly Chosen[]
  /** Collected items outside this run that are reported to the user. */
  readonly leftOut: Selection['leftOut']
  readonly alreadyDone: number
  readonly limits: RunLimits
  /** Forget the items' saved progress before they start. */
  readonly fresh: boolean
  /** The mock provider answers: outcomes count for such runs only. */
  readonly mock: boolean
  /** The models of the workflow's roles. */
  readonly models: Readonly<Record<string, string>>
  readonly estimate: Estimate | null
  /** The folder of drafts and verdicts. */
  readonly lineage?: string
  readonly trace: RunTrace
  /** The run's folder of logs. */
  readonly logs: string
  /** Their API keys also seal saved results. */
  readonly credentials: readonly Credential[]
  /** Knows every secret of the run. */
  readonly redactor: Redactor
  /** Performs the requests of workers that need the token. */
  readonly github: GitHubAccess | undefined
  /** Dollars that the run and each item may cost. */
  readonly cost: { readonly runCost: number; readonly itemCost: number }
  readonly store: Store
  /** A folder on the disk that answers are saved to. */
  readonly folder: string
  /** Held by this run. */
  readonly locks: Locks
  readonly clock: Clock
  /** Called once; closed when the run has ended. */
  readonly openPool: (listener: PoolListener) => Pool
  /** Closed when the run has ended. */
  readonly fleet: Fleet
  readonly listeners: readonly ((event: Event) => void)[]
}

export interface Run {
  /** The exit code, when every item has ended and every process has exited. */
  readonly finished: Promise<number>
  /** Stops the run: items wind up and are killed if they do not; with `force`, killed now. */
  stop(cause: StopCause, options?: { force: boolean }): void
  /** Something broke that must not: ends all workers and rejects `finished`. */
  fail(error: unknown): void
  /** All workers sleep while this lasts; the limits of the run and its items do not count that time. */
  sleepWhile(asleep: () => void): void
}

export function coordinate(options: CoordinateOptions): Run {
  const { run, clock, fleet, redactor } = options
  const listeners = [...options.listeners]
  const state = new RunState()
  const inbox = new Inbox(fail)
  const room = diskRoom(options.folder)
  let seq = 0
  let woken = new AbortController()
  let broken: { readonly error: unknown } | undefined

  function wake(): void {
    woken.abort('woken') // a reason of our own: the platform's is an error, with a stack to take
  }

  /** Whatever others have said comes without secrets; what is ours in it stays, also if one is a usual word. */
  function emit(fact: Fact): void {
    const { type, item } = { item: undefined, ...fact }
    const own = { type, ...(item === undefined ? {} : { item }) }
    const redacted = { ...redactor.redactDeep(fact), ...own } as Fact
    if (isForWantOfRoom(fact)) room.recordFull()
    const event: Event = { v: 1, seq: ++seq, at: clock.now(), run, ...redacted }
    fold(state, event)
    for (const listener of listeners) listener(event)
    wake()
  }

  /** Of what comes from outside: behind the action that is being performed. */
  function emitNext(fact: Fact): void {
    inbox.take(() => emit(fact))
  }

  const github = gitHubDesk({
    access: options.github,
    emit: emitNext,
    send: (item, message) => fleet.send(item, message),
    onBug: fail,
  })
  const desk = leaseDesk({
    openPool: ({ onDue, onNews }) =>
      options.openPool({
        onDue: () => inbox.take(onDue),
        onNews: (news) => inbox.take(() => onNews(news)),
      }),
    clock,
    emit: emitNext,
    send: (item, message) => fleet.send(item, message),
    hasStarted: (item) => itemOf(state, item).steps > 0,
    cost: options.cost,
    onRunCost: (cost) => stop('cost-limit', { force: false, cost }),
    noRoom: () => room.failure(),
  })
  const { perform, killItem } = createPerform({ ...options, emit })

  listeners.push((event) => {
    if (event.type === 'run-stopping') desk.stop()
  })
  fleet.listen({
    onLoaded: wake,
    onMessage: (item, message) =>
      inbox.take(() => {
        if (message.type === 'lease-wanted') desk.want(item, message)
        else if (message.type === 'lease-settled') desk.settle(item, message)
        else if (message.type === 'github-wanted') github.want(item, redactor.redactDeep(message))
        else emit({ ...message, item } as Fact)
      }),
    onFlood: (item, limitBytes) => killFor(item, { reason: 'output-limit', limitBytes }),
    onMemory: (item, memory) => {
      const attempts = itemOf(state, item).attempt
      killFor(item, { reason: 'memory-limit', ...memory, attempts })
    },
    onExit: (item, exit) =>
      inbox.take(() => {
        desk.leave(item)
        github.leave(item)
        emit({ type: 'worker-exited', item, ...exit })
      }),
  })

  /** Once: it takes a moment to exit. */
  function killFor(item: ItemId, failure: Failure): void {
    inbox.take(() => {
      if (!state.killed.has(item)) killItem({ type: 'kill-item', item, failure })
    })
  }

  function stop(cause: StopCause, how: { force: boolean; cost?: CostStop } = { force: false }) {
    inbox.take(() => {
      const isNoNews = state.stop !== undefined && !how.force && isLimit(cause)
      if (state.phase !== 'running' || isNoNews) return
      emit({ type: 'run-stopping', cause: state.stop?.cause ?? cause, ...how })
    })
  }

  function sleepWhile(asleep: () => void): void {
    const since = clock.now()
    fleet.signal('SIGSTOP')
    asleep()
    fleet.signal('SIGCONT')
    emitNext({ type: 'run-resumed', suspendedMs: clock.now() - since })
  }

  function fail(error: unknown): void {
    broken ??= { error }
    wake()
  }

  async function loop(): Promise<number> {
    announce(options, emit)
    for (;;) {
      if (broken !== undefined) throw broken.error
      woken = new AbortController()
      const action = plan(state, clock.now(), fleet.canStart)
      if (action.type === 'end-run') return action.exitCode
      if (action.type !== 'wait') {
        await inbox.during(() => perform(action))
        continue
      }
      fleet.keepSpares(startsExpected(state))
      await clock.sleepUntil(action.until, woken.signal)
    }
  }

  async function finish(): Promise<number> {
    try {
      const exitCode = await loop()
      await fleet.close()
      if (broken !== undefined) throw broken.error
      emit({ type: 'run-ended', exitCode, outcomes: countOutcomes(state) })
      return exitCode
    } finally {
      github.close()
      await fleet.close() // first: no error of the others may leave workers running
      await desk.close()
    }
  }

  return {
    finished: finish(),
    fail,
    stop,
    sleepWhile,
  }
}

function isForWantOfRoom(fact: Fact): boolean {
  const failure = 'failure' in fact ? fact.failure : undefined
  return failure !== undefined && 'problem' in failure && failure.problem === 'full'
}

function isLimit(cause: StopCause): boolean {
  return cause === 'cost-limit' || cause === 'quota' || cause === 'run-timeout'
}

function countOutcomes(state: RunState): Partial<Record<Outcome, number>> {
  const counts = new Map<Outcome, number>()
  for (const { status } of state.items.values()) {
    if (status.name === 'ended') counts.set(status.outcome, (counts.get(status.outcome) ?? 0) + 1)
  }
  return Object.fromEntries(
    OUTCOMES.filter((name) => counts.has(name)).map((name) => [name, counts.get(name)]),
  )
}
