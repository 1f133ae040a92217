import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../test/rig/temporary-folder.ts'
import { redactorOf } from '../model/fingerprints.ts'
import { itemId, runId } from '../model/ids.ts'
import type { Item } from '../model/item.ts'
import type { TraceContext } from '../model/trace.ts'
import type { WorkerSetup } from '../protocol/messages.ts'
import { Fleet } from './local-fleet.ts'

const CPUS = availableParallelism()
const AT_ONCE = Number.NEGATIVE_INFINITY
const LATER = Number.POSITIVE_INFINITY
/** Is ready at once, or never; has done its item as soon as it has one. */
const WORKER = `
  const send = (message, then) => process.send({ printed: 0, message }, then)
  process.on('disconnect', () => process.exit())
  process.on('message', () => send({ type: 'report', report: { outcome: 'done' } }, process.exit))
  if (process.env.LOADS === 'at once') send({ type: 'ready' })
`

test('an item waits while all CPUs load others, but not for those that take long', () => {
  const { fleet, clock, start } = fleetWhoseWorkersLoad('for ever')
  for (let count = 0; count < CPUS; count++) {
    expect(fleet.roomAt).toBe(AT_ONCE)
    start()
  }
  expect(fleet.roomAt).toBe(clock.at + 400)
  clock.at += 399
  expect(fleet.roomAt).toBe(clock.at + 1)
  clock.at += 1
  expect(fleet.roomAt).toBe(AT_ONCE)
})

test('no more spares load at once than there are CPUs; whoever has begun counts too', () => {
  const { fleet, clock, start, forked } = fleetWhoseWorkersLoad('for ever')
  start()
  clock.at += 399
  fleet.keepSpares(CPUS + 5)
  expect(forked()).toBe(1) // not calm
  clock.at += 101
  expect(fleet.keepSpares(CPUS + 5)).toBe(LATER)
  expect(forked()).toBe(1 + CPUS)
  fleet.keepSpares(CPUS + 5)
  expect(forked()).toBe(1 + CPUS)
  expect(fleet.roomAt).toBe(AT_ONCE) // a spare takes it
})

test('while items begin there are few spares, none before one has ended; then as many as are wanted', async () => {
  const { fleet, clock, start, forked, ready, ended } = fleetWhoseWorkersLoad('at once')
  start()
  expect(fleet.keepSpares(9)).toBe(clock.at + 500)
  expect(forked()).toBe(1)
  await ended()
  start()
  const before = forked()
  for (let count = 0; count < 9; count++) {
    expect(fleet.keepSpares(9)).toBe(clock.at + 500)
    await ready(forked())
  }
  expect(forked() - before).toBe(2)
  clock.at += 500
  while (forked() - before < 9) {
    expect(fleet.keepSpares(9)).toBe(LATER)
    await ready(forked())
  }
  fleet.keepSpares(9)
  expect(forked() - before).toBe(9)
})

function fleetWhoseWorkersLoad(when: 'at once' | 'for ever') {
  const folder = temporaryFolder()
  const spools = join(folder, 'spools')
  mkdirSync(spools)
  writeFileSync(join(folder, 'worker.mjs'), WORKER)
  const clock = { at: 1_000_000, now: () => clock.at, sleepUntil: async () => {} }
  const seen = { ready: 0, ended: 0, begun: 0, forked: 0 }
  let tell = () => {}
  /** Resolves when it holds, asked again at everything that happens. */
  const until = async (holds: () => boolean) => {
    while (!holds())
      await new Promise<void>((resolve) => {
        tell = resolve
      })
  }
  const fleet = new Fleet({
    // Its own: the guard of one that is closed ends all that is left of its run.
    run: runId(randomBytes(4).toString('hex')),
    ...{ clock, cap: 100, memoryBytes: 1e9 },
    entry: join(folder, 'worker.mjs'),
    setup: { repositoryRoot: folder } as WorkerSetup,
    environment: { ...process.env, LOADS: when },
    spoolDirectory: () => spools,
    output: { write: () => {}, ready: async () => {} },
    redactor: redactorOf([]),
    onReady: () => {
      seen.ready++
      tell()
    },
    onExit: () => {
      seen.ended++
      tell()
    },
    ...{ onMessage: () => {}, onFlood: () => {}, onMemory: () => {} },
  })
  onTestFinished(() => fleet.close())
  return {
    ...{ fleet, clock },
    start: () => {
      const id = itemId(`i${++seen.begun}`)
      const log = join(folder, `${id}.log`)
      const trace = { traceId: '', spanId: '' } as unknown as TraceContext
      fleet.start({ id } as Item, { checkpoint: '', sealKeys: [], conversation: '', log, trace })
    },
    /** How many workers there were ever: each numbers its spool. */
    forked: () => {
      const numbers = readdirSync(spools).map((name) => Number.parseInt(name, 10))
      seen.forked = Math.max(seen.forked, ...numbers)
      return seen.forked
    },
    ready: (count: number) => until(() => seen.ready >= count),
    ended: () => until(() => seen.ended === seen.begun),
  }
}
