import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../test/rig/temporary-folder.ts'
import type { Fleet, FleetListeners } from '../fleet/fleet.ts'
import { itemId, type RunId, workflowName } from '../model/ids.ts'
import { redactorOf } from '../model/secrets/fingerprints.ts'
import { openStore, storeIn } from '../store/open-store.ts'
import { StateDirectory } from '../store/state-directory.ts'
import { type CoordinateOptions, coordinate } from './coordinate.ts'
import type { PoolListener } from './pool.ts'
import { systemClock } from './system-clock.ts'

/** A run of one item, with a fleet and a pool that do nothing by themselves. */
function runOf(changed: (options: CoordinateOptions) => Partial<CoordinateOptions>) {
  const state = StateDirectory.of(temporaryFolder(), undefined)
  state.create()
  const store = openStore(storeIn({ state, shared: state }))
  const id = itemId('1')
  const happened: string[] = []
  const waiting = new Map<string, () => void>()
  const happen = (what: string) => {
    happened.push(what)
    waiting.get(what)?.()
  }
  const until = (what: string) => new Promise<void>((resolve) => waiting.set(what, resolve))
  const listening: { pool?: PoolListener; fleet?: FleetListeners } = {}
  const fleet: Fleet = {
    listen: (listeners) => {
      listening.fleet = listeners
    },
    start: () => {
      happen('fleet.start')
      return 7
    },
    send: () => {},
    kill: () => {},
    signal: () => {},
    lastSignAt: () => 0,
    keepSpares: () => {},
    canStart: true,
    sweep: () => {},
    close: async () => store.close(),
  }
  const item = { id, label: 'X-1', title: 'x', body: '', inputHash: 'a', dependsOn: [] }
  const options: CoordinateOptions = {
    ...{ run: 'r-1' as RunId, workflow: workflowName('x'), version: '1', command: 'agentos x' },
    chosen: [{ item, waitsFor: [], after: [], inputChanged: false, seenRun: undefined }],
    ...{ leftOut: [], alreadyDone: 0, fresh: false, mock: true, models: {}, estimate: null },
    limits: {
      ...{ parallel: 1, failFast: false, itemTimeoutMs: 60_000, idleTimeoutMs: 60_000 },
      ...{ runTimeoutMs: 60_000, stopGraceMs: 0, restarts: 0 },
    },
    trace: { traceId: '0'.repeat(32), spanId: '0'.repeat(16), isSampled: false, links: [] },
    ...{ logs: state.logs, credentials: [], redactor: redactorOf([]), github: undefined },
    cost: { runCost: 1, itemCost: 1 },
    ...{ store, folder: state.path, clock: systemClock, fleet },
    locks: store.locksOf({ run: 'r-1', pid: 1, startedAt: 'x' }, () => true),
    openPool: (listener) => {
      listening.pool = listener
      return {
        acquire: () => 1,
        cancel: () => {},
        settle: () => {},
        submit: () => happen('pool.submit'),
        spent: () => 0,
        close: async () => {},
      }
    },
    listeners: [(event) => happen(event.type)],
  }
  const run = coordinate({ ...options, ...changed(options) })
  const exit = () =>
    listening.fleet?.onExit(id, {
      ...{ worker: 7, exitCode: 0, signal: null, report: { outcome: 'done' } },
    })
  return { run, exit, happened, until, listening }
}

test('an alarm of the pool waits for the end of the action that is being performed', async () => {
  const { promise: prepared, resolve: prepare } = Promise.withResolvers<void>()
  const { promise: preparing, resolve: enter } = Promise.withResolvers<void>()
  const { run, exit, happened, until, listening } = runOf(({ store }) => ({
    store: {
      ...store,
      checkpoints: {
        ...store.checkpoints,
        prepare: () => {
          enter()
          return prepared
        },
      },
    },
  }))
  await preparing
  listening.pool?.onDue()
  expect(happened).not.toContain('pool.submit')
  prepare()
  await until('pool.submit')
  expect(happened.indexOf('item-started')).toBeLessThan(happened.indexOf('pool.submit'))
  exit()
  expect(await run.finished).toBe(0)
})

test('an error in what comes from outside ends the run with it', async () => {
  const { run, until, exit } = runOf(() => ({
    listeners: [
      (event) => {
        if (event.type === 'worker-exited') throw new Error('no screen')
      },
    ],
  }))
  await until('fleet.start')
  await turn() // the action is done
  exit()
  await expect(run.finished).rejects.toThrow('no screen')
})
