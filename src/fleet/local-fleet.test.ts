import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { temporaryFolder } from '../../test/rig/temporary-folder.ts'
import { systemClock } from '../coordinator/system-clock.ts'
import { itemId, runId } from '../model/ids.ts'
import type { Item } from '../model/item.ts'
import { redactorOf } from '../model/secrets/fingerprints.ts'
import type { TraceContext } from '../model/trace.ts'
import type { WorkerSetup } from '../protocol/messages.ts'
import { LocalFleet } from './local-fleet.ts'

/** Has done its item as soon as it has one. */
const WORKER = `
  const report = { type: 'report', report: { outcome: 'done' } }
  process.on('disconnect', () => process.exit())
  process.on('message', () => process.send({ printed: 0, message: report }, process.exit))
`
/** Has loaded when it is told to stop, and is never done. */
const LOADING = `
  process.on('disconnect', () => process.exit())
  process.on('message', ({ type }) => {
    if (type === 'stop') process.send({ printed: 0, message: { type: 'loaded' } })
  })
`

test('keeps two spares at most, and no more than items will start', () => {
  const { fleet, workers } = fleetOf()
  fleet.keepSpares(0)
  expect(workers()).toBe(0)
  fleet.keepSpares(1)
  expect(workers()).toBe(1)
  fleet.keepSpares(9)
  fleet.keepSpares(9)
  expect(workers()).toBe(2)
})

test('an item gets a spare if there is one, else a new worker', async () => {
  const { fleet, workers, start } = fleetOf()
  fleet.keepSpares(1)
  const first = start()
  expect(workers()).toBe(1)
  const second = start()
  expect(workers()).toBe(2)
  expect(await Promise.all([first, second])).toMatchObject([
    { report: { outcome: 'done' } },
    { report: { outcome: 'done' } },
  ])
})

test('no more workers load at once than there are CPUs, or two', async () => {
  const { fleet, start, loaded } = loadingFleet()
  for (let count = 1; count <= Math.max(2, availableParallelism()); count++) {
    expect(fleet.canStart).toBe(true)
    void start()
  }
  expect(fleet.canStart).toBe(false)
  fleet.keepSpares(1)
  expect(fleet.canStart).toBe(false)
  fleet.send(itemId('i1'), { type: 'stop' })
  await loaded
  expect(fleet.canStart).toBe(true)
})

test('a worker that waits for something while it loads keeps no others back', async () => {
  const { fleet, start, loaded } = loadingFleet()
  while (fleet.canStart) void start()
  vi.advanceTimersByTime(999)
  expect(fleet.canStart).toBe(false)
  vi.advanceTimersByTime(1)
  await loaded
  expect(fleet.canStart).toBe(true)
})

test('a worker that dies while it loads makes room', async () => {
  const { fleet, start, loaded } = loadingFleet()
  while (fleet.canStart) void start()
  fleet.kill(itemId('i1'))
  await loaded
  expect(fleet.canStart).toBe(true)
})

/** Of workers that load for as long as the test wants: no second passes by itself. */
function loadingFleet() {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  return fleetOf(LOADING)
}

function fleetOf(program = WORKER) {
  const folder = temporaryFolder()
  const spools = join(folder, 'spools')
  mkdirSync(spools)
  writeFileSync(join(folder, 'worker.mjs'), program)
  const exits = new Map<string, (exit: unknown) => void>()
  const { promise: loaded, resolve: onLoaded } = Promise.withResolvers<void>()
  let items = 0
  let workers = 0
  const fleet = new LocalFleet({
    // Its own: the guard of one that is closed ends all that is left of its run.
    run: runId(randomBytes(4).toString('hex')),
    clock: systemClock,
    cap: Number.POSITIVE_INFINITY,
    memoryBytes: 1e9,
    entry: join(folder, 'worker.mjs'),
    setup: { repositoryRoot: folder } as WorkerSetup,
    environment: process.env,
    spoolDirectory: () => spools,
    output: { write: () => {}, ready: async () => {} },
    redactor: redactorOf([]),
  })
  fleet.listen({
    onExit: (item, exit) => exits.get(item)?.(exit),
    onLoaded,
    onMessage: () => {},
    onFlood: () => {},
    onMemory: () => {},
  })
  onTestFinished(() => fleet.close())
  return {
    fleet,
    loaded,
    /** Resolves when the item's worker has exited. */
    start: () => {
      const id = itemId(`i${++items}`)
      const log = join(folder, `${id}.log`)
      const trace = { traceId: '', spanId: '' } as unknown as TraceContext
      const exit = new Promise((resolve) => exits.set(id, resolve))
      fleet.start({ id } as Item, { sealKeys: [], conversation: '', log, trace })
      return exit
    },
    /** How many workers there were ever: each numbers its spool. */
    workers: () => {
      const numbers = readdirSync(spools).map((name) => Number.parseInt(name, 10))
      workers = Math.max(workers, ...numbers)
      return workers
    },
  }
}
