/**
 * The only place where a run's state changes: one event in, the state moved on.
 * Deterministic, so replaying the events of a run gives the state it had.
 */
import type { Event, EventOf } from '../model/event.ts'
import type { ItemId } from '../model/ids.ts'
import { leaveQueue, queueCall } from './item-life.ts'
import { deadlineOf, type ItemState, itemOf, limitsOf, type RunState } from './state.ts'

export function fold(state: RunState, event: Event): void {
  switch (event.type) {
    case 'run-started':
      state.phase = 'running'
      state.limits = event.limits
      state.startedAt = event.at
      return
    case 'item-queued':
      return queueItem(state, event)
    case 'item-started':
      return startItem(state, event)
    case 'item-progressed':
      return noteSign(state, event.item, event.lastSignAt)
    case 'step-saved':
      itemOf(state, event.item).steps += 1
      return noteSign(state, event.item, event.at)
    case 'step-started':
    case 'step-reused':
    case 'step-failed':
    case 'command-started':
    case 'command-ended':
    case 'lease-returned':
    case 'call-started':
    case 'call-progress':
    case 'call-retried':
    case 'call-ended':
    case 'github-retried':
    case 'github-published':
      return noteSign(state, event.item, event.at)
    case 'lease-queued':
      return startWait(state, event)
    case 'lease-granted':
    case 'lease-refused':
      return endWait(state, event)
    case 'pool-rested':
      state.rested.set(laneOf(event), event.until)
      return
    case 'pool-resumed':
      state.rested.delete(laneOf(event))
      return
    case 'item-stopping':
      return moveRunning(state, event.item, 'stopping')
    case 'item-killed':
      return killItem(state, event)
    case 'worker-exited':
      return leaveWorker(state, event)
    case 'item-ended':
      return endItem(state, event)
    case 'run-resumed':
      return passOver(state, event.suspendedMs)
    case 'run-stopping':
      state.stop = event
      return
    case 'run-ended':
      state.phase = 'ended'
      return
    case 'item-left-out':
      if (event.why.reason === 'gated' || event.why.reason === 'needs-revision')
        state.leftOut.add(event.why.reason)
      return
    case 'lock-taken-over':
    case 'checkpoint-set-aside':
    case 'credential-rested':
    case 'credential-rejected':
    case 'pool-exhausted':
    case 'circuit-opened':
    case 'circuit-closed':
      return
  }
}

function queueItem(state: RunState, event: EventOf<'item-queued'>): void {
  const missing = event.dependsOn.length + event.after.length
  const item: ItemState = {
    id: event.item,
    order: state.items.size,
    dependsOn: event.dependsOn,
    status: missing === 0 ? { name: 'ready' } : { name: 'waiting', missing },
    attempt: 0,
    startedAt: 0,
    signAt: 0,
    steps: 0,
    waits: { calls: [], since: 0, totalMs: 0, lane: '' },
  }
  state.items.set(item.id, item)
  state.notStarted.add(item.id)
  state.unfinished += 1
  if (missing === 0) state.ready.push(item)
  for (const dependency of event.dependsOn) addTo(state.dependents, dependency, item.id)
  for (const earlier of event.after) addTo(state.followers, earlier, item.id)
}

function addTo(map: Map<ItemId, ItemId[]>, key: ItemId, item: ItemId): void {
  const items = map.get(key)
  if (items === undefined) map.set(key, [item])
  else items.push(item)
}

function startItem(state: RunState, event: EventOf<'item-started'>): void {
  const item = itemOf(state, event.item)
  if (event.attempt === 1) item.startedAt = event.at
  item.attempt = event.attempt
  item.signAt = event.at
  item.status = { name: 'running', stage: 'working' }
  state.notStarted.delete(item.id)
  state.exited.delete(item.id)
  state.working.add(item.id)
  state.deadlines.set(item.id, deadlineOf(item, limitsOf(state)))
}

/** Time that does not count. */
function passOver(state: RunState, ms: number): void {
  state.startedAt += ms
  for (const id of state.working) {
    const item = itemOf(state, id)
    item.startedAt += ms
    item.signAt += ms
    item.waits.since += ms
  }
}

function laneOf({ provider, model }: { provider: string; model: string }): string {
  return `${provider}:${model}`
}

/** An item with several calls waits as long as one of them does. */
function startWait(state: RunState, event: EventOf<'lease-queued'>): void {
  const item = itemOf(state, event.item)
  if (item.status.name !== 'running') return
  const { length: before } = item.waits.calls
  queueCall(item.waits.calls, event)
  if (before > 0) return
  item.waits.since = event.at
  item.waits.lane = laneOf(event)
  state.waiting.set(item.waits.lane, (state.waiting.get(item.waits.lane) ?? 0) + 1)
}

function endWait(state: RunState, event: EventOf<'lease-granted' | 'lease-refused'>): void {
  const item = itemOf(state, event.item)
  noteSign(state, item.id, event.at)
  if (leaveQueue(item.waits.calls, event.call) === undefined) return
  if (item.waits.calls.length > 0) return
  stopWaiting(state, item, event.at)
  state.deadlines.set(item.id, deadlineOf(item, limitsOf(state))) // it had none while it waited
}

function stopWaiting(state: RunState, item: ItemState, at: number): void {
  item.waits.totalMs += at - item.waits.since
  const others = (state.waiting.get(item.waits.lane) ?? 1) - 1
  if (others === 0) state.waiting.delete(item.waits.lane)
  else state.waiting.set(item.waits.lane, others)
}

function noteSign(state: RunState, id: ItemId, at: number): void {
  const item = itemOf(state, id)
  item.signAt = Math.max(item.signAt, at)
}

function moveRunning(state: RunState, id: ItemId, stage: 'stopping'): void {
  const item = itemOf(state, id)
  if (item.status.name !== 'running') return
  item.status = { ...item.status, stage }
  state.working.delete(id)
  state.stopping.add(id)
}

function killItem(state: RunState, event: EventOf<'item-killed'>): void {
  const item = itemOf(state, event.item)
  if (item.status.name !== 'running') return
  const killedFor = event.failure === undefined ? {} : { killedFor: event.failure }
  item.status = { name: 'running', stage: 'killed', ...killedFor }
  state.working.delete(item.id)
  state.stopping.delete(item.id)
  state.killed.add(item.id)
}

function leaveWorker(state: RunState, event: EventOf<'worker-exited'>): void {
  const item = itemOf(state, event.item)
  if (item.status.name !== 'running') return
  if (item.waits.calls.length > 0) stopWaiting(state, item, event.at)
  item.waits.calls.length = 0
  const { stage, killedFor } = item.status
  item.status = {
    name: 'exited',
    stopped: stage !== 'working',
    exitCode: event.exitCode,
    signal: event.signal,
    lastLines: event.lastLines ?? [],
    ...(killedFor === undefined ? {} : { killedFor }),
    ...(event.report === undefined ? {} : { report: event.report }),
  }
  state.working.delete(item.id)
  state.stopping.delete(item.id)
  state.killed.delete(item.id)
  state.exited.add(item.id)
}

function endItem(state: RunState, event: EventOf<'item-ended'>): void {
  const { item: id, outcome } = event
  const item = itemOf(state, id)
  if (item.status.name === 'ended') return
  item.status = { name: 'ended', outcome }
  for (const set of [state.notStarted, state.working, state.stopping, state.killed, state.exited]) {
    set.delete(id)
  }
  state.blocked.delete(id)
  state.unfinished -= 1
  if (outcome === 'failed') state.failed = true
  if (event.failure?.reason === 'no-credential') state.noCredential = true
  const hasSucceeded = outcome === 'done' || event.skip?.reason === 'done-elsewhere'
  for (const dependent of state.dependents.get(id) ?? []) {
    if (hasSucceeded) releaseDependent(state, dependent)
    else if (state.notStarted.has(dependent)) state.blocked.set(dependent, id)
  }
  // Another run has the earlier one: it still changes the files that this one would change.
  const isElsewhere = event.skip?.reason === 'locked'
  if (isElsewhere) state.leftToOthers = true
  for (const follower of state.followers.get(id) ?? []) {
    if (!isElsewhere) releaseDependent(state, follower)
    else if (state.notStarted.has(follower)) state.blocked.set(follower, id)
  }
}

function releaseDependent(state: RunState, id: ItemId): void {
  const item = itemOf(state, id)
  if (item.status.name !== 'waiting') return
  const missing = item.status.missing - 1
  item.status = missing === 0 ? { name: 'ready' } : { name: 'waiting', missing }
  if (missing === 0) state.ready.push(item)
}
