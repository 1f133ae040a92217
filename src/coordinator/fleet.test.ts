import { writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../test/rig/temporary-folder.ts'
import { itemId, runId } from '../model/ids.ts'
import type { Item } from '../model/item.ts'
import type { WorkerSetup } from '../protocol/messages.ts'
import { Fleet } from './fleet.ts'

const CPUS = availableParallelism()
/** Is ready at once, or never. */
const WORKER = `
  process.on('disconnect', () => process.exit())
  process.on('message', () => {})
  if (process.env.LOADS === 'at once') process.send({ printed: 0, message: { type: 'ready' } })
`

test('an item waits while all CPUs load others, but not for a worker that loads for ever', () => {
  const { fleet, clock, start } = fleetWhoseWorkers('for ever')
  for (let count = 0; count < CPUS; count++) {
    expect(fleet.crowdedUntil).toBe(undefined)
    start(count)
  }
  expect(fleet.crowdedUntil).toBe(clock.at + 2_000)
  clock.at += 2_000
  expect(fleet.crowdedUntil).toBe(undefined)
})

test('spares load as CPUs allow, until there are as many as are wanted; items need no CPU then', async () => {
  const { fleet, start, readyAgain } = fleetWhoseWorkers('at once')
  fleet.keepSpares(CPUS + 2)
  expect(fleet.crowdedUntil).toBe(undefined)
  for (let ready = 0; ready < CPUS + 2; ready++) {
    await readyAgain()
    fleet.keepSpares(CPUS + 2)
  }
  for (let count = 0; count < CPUS + 2; count++) start(count)
  expect(fleet.crowdedUntil).toBe(undefined)
})

function fleetWhoseWorkers(load: 'at once' | 'for ever') {
  const folder = temporaryFolder()
  const entry = join(folder, 'worker.mjs')
  writeFileSync(entry, WORKER)
  const clock = { at: 1_000_000, now: () => clock.at, sleepUntil: async () => {} }
  const waiting: (() => void)[] = []
  let unseen = 0
  const fleet = new Fleet({
    ...{ run: runId('r-1'), entry, clock, cap: 100, memoryBytes: 1e9 },
    setup: { repositoryRoot: folder } as WorkerSetup,
    environment: { ...process.env, LOADS: load },
    spoolDirectory: () => folder,
    output: { write: () => {}, ready: async () => {} },
    redact: (text) => text,
    onReady: () => {
      unseen++
      waiting.shift()?.()
    },
    ...{ onMessage: () => {}, onExit: () => {}, onFlood: () => {}, onMemory: () => {} },
  })
  onTestFinished(() => fleet.close())
  return {
    ...{ fleet, clock },
    start: (number: number) =>
      fleet.start({ id: itemId(`i${number}`) } as Item, {
        ...{ checkpoint: '', conversation: '', log: join(folder, `${number}.log`) },
        trace: { traceId: '', spanId: '' } as never,
      }),
    readyAgain: async () => {
      if (unseen === 0) await new Promise<void>((resolve) => waiting.push(resolve))
      unseen--
    },
  }
}
