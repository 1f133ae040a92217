import { openSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../test/rig/temporary-folder.ts'
import { redactorOf } from '../model/secrets/fingerprints.ts'
import type { ToCoordinator } from '../protocol/messages.ts'
import { Spool, unreadOf } from './spool.ts'
import { workerOutput } from './worker-output.ts'

const MEGABYTE = 1024 * 1024

test('a message is delivered after what was printed before it, and before what came later', async () => {
  const { output, print, story } = newOutput()
  print('one\n')
  const printed = print('two\n')
  print('three\n')
  output.accept({ printed, message: { type: 'step-started', step: 's', span: '1' } })
  await output.drain()
  expect(story).toEqual(['one\ntwo\n', 'step-started', 'three\n'])
})

test('what was printed just now waits one look, for messages that are still on their way', async () => {
  const { output, print, story } = newOutput()
  print('early\n')
  output.look()
  await setImmediate()
  expect(story).toEqual([])
  output.look()
  await setImmediate()
  expect(story).toEqual(['early\n'])
})

test('nothing is read while those who show it cannot take more; a program far ahead is held meanwhile', async () => {
  const gate = Promise.withResolvers<void>()
  const { output, print, story, held } = newOutput({ ready: () => gate.promise })
  for (let count = 0; count < 66; count++) print(`${'x'.repeat(MEGABYTE - 1)}\n`)
  expect(output.look()).toBe(true)
  expect(held).toEqual([true])
  output.look()
  expect(story).toEqual([])
  gate.resolve()
  await output.drain()
  output.look()
  expect(held).toEqual([true, false])
  expect(story.join('').length).toBe(66 * MEGABYTE)
})

test('a look in the middle of the drain loses nothing of it', async () => {
  const { output, print, story } = newOutput()
  print('early\n')
  output.look()
  for (let count = 0; count < 4; count++) print(`${'x'.repeat(MEGABYTE - 1)}\n`)
  const drained = output.drain()
  while (story.join('').length < MEGABYTE) await setImmediate()
  output.look()
  await drained
  expect(story.join('').length).toBe('early\n'.length + 4 * MEGABYTE)
})

test('what was read gives its space on disk back', async () => {
  const { output, print, path } = newOutput()
  for (let count = 0; count < 40; count++) print(`${'x'.repeat(MEGABYTE - 1)}\n`)
  await output.drain()
  const onDisk = () => statSync(path).blocks * 512
  while (onDisk() > 10 * MEGABYTE) await setImmediate()
  expect(statSync(path).size).toBe(40 * MEGABYTE)
})

test('what a killed run had not read is found, with the log where it belongs', async () => {
  const { output, print, path, spool } = newOutput()
  spool.belongsTo('/logs/A.log')
  print('read\n')
  await output.drain()
  print('unread\nhalf')
  expect(unreadOf(path)).toEqual({ log: '/logs/A.log', lines: 'unread\nhalf\n' })
})

function newOutput(options: { ready?: () => Promise<void> } = {}) {
  const path = join(temporaryFolder(), '1.out')
  const spool = new Spool(path, redactorOf([]))
  const writer = openSync(path, 'a')
  const story: string[] = []
  const held: boolean[] = []
  const output = workerOutput({
    spool,
    write: (lines) => void story.push(lines),
    ready: options.ready ?? (async () => {}),
    deliver: (message: ToCoordinator) => void story.push(message.type),
    hold: (isHeld) => void held.push(isHeld),
    onFlood: () => {},
  })
  let printed = 0
  const print = (text: string) => {
    printed += writeSync(writer, text)
    return printed
  }
  return { output, print, story, held, path, spool }
}
