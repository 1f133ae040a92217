import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeReadOnly } from '../rig/mounts.ts'
import { Project } from '../rig/project.ts'
import {
  effects,
  goOn,
  holdExclusively,
  holdForWriting,
  letGo,
  overwrite,
  start,
  stoppedProject,
  truncate,
} from '../rig/waits-project.ts'

const LEDGER = '.agentos/ledger.db'

test.each([
  ['overwritten', overwrite, /file is not a database.*\n {2}If it is damaged, move it away/],
  ['truncated', truncate, /ledger\.db.*\n {2}If it is damaged, move it/],
  ['held by another program', holdExclusively, /database is locked.*\n {2}Do: close the program/],
] as const)(
  'a ledger that is %s is refused at the start, with what to do',
  async (_, damage, words) => {
    const project = await stoppedProject()
    damage(join(project.root, LEDGER))
    const { code, stderr } = await goOn(project)
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(words) })
    expect(stderr).toContain(LEDGER)
  },
)

test('a ledger that cannot be written is refused at the start, with what to do', async (context) => {
  const project = await stoppedProject()
  makeReadOnly(context, join(project.root, LEDGER))
  const { code, stderr } = await goOn(project)
  expect(code).toBe(2)
  expect(stderr).toMatch(/ledger\.db cannot be used: .*read-only.*\n {2}Do: let it and its folder/)
})

test('a ledger that is held while an item ends fails that item; it is done next time, for nothing', async () => {
  const project = new Project()
  const run = start(project)
  await run.says('[W-a] waiting')
  const release = holdForWriting(join(project.root, LEDGER))
  letGo(project, 'a', 'b', 'c')
  const { failure } = await run.event('item-ended', ({ item }) => item === 'a')
  release()
  expect(failure).toMatchObject({ reason: 'state-unusable', trouble: 'locked' })
  expect((await run.finished).code).toBe(1)
  const again = await goOn(project)
  expect(again.code).toBe(0)
  expect(again.stdout).toContain('[W-a] two: saved before, not run again')
  expect(effects(project, 'two')).toEqual(['a two', 'b two', 'c two'])
})
