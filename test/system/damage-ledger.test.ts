import { join } from 'node:path'
import { expect, test } from 'vitest'
import { issueProject } from '../rig/lld-project.ts'
import { makeReadOnly } from '../rig/mounts.ts'
import { Project } from '../rig/project.ts'
import {
  effects,
  holdExclusively,
  holdForWriting,
  overwrite,
  releaseItems,
  resume,
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
    const { code, stderr } = await resume(project)
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(words) })
    expect(stderr).toContain(LEDGER)
  },
)

test('a ledger that cannot be written is refused at the start, with what to do', async (context) => {
  const project = await stoppedProject()
  makeReadOnly(context, join(project.root, LEDGER))
  const { code, stderr } = await resume(project)
  expect(code).toBe(2)
  expect(stderr).toMatch(
    /ledger\.db cannot be used: .*read-only.*\n {2}Do: make the file and its folder writable/,
  )
})

test('a ledger that is held while an item ends fails that item; it is done next time, for nothing', async () => {
  const project = new Project()
  const run = start(project)
  await run.says('[W-a] waiting')
  const release = holdForWriting(join(project.root, LEDGER))
  releaseItems(project, 'a', 'b', 'c')
  const { failure } = await run.event('item-ended', ({ item }) => item === 'a')
  release()
  expect(failure).toMatchObject({ reason: 'state-unusable', problem: 'locked' })
  expect((await run.finished).code).toBe(1)
  const again = await resume(project)
  expect(again.code).toBe(0)
  expect(again.stdout).toContain('[W-a] two: ✓ cached')
  expect(effects(project, 'two')).toEqual(['a two', 'b two', 'c two'])
})

test('a ledger that is held when an issue wants its number is waited for, and after five seconds fails it', async () => {
  const { project, provider, args } = await issueProject({ briefs: 2 })
  const wantingItsNumber = async (item: string) => {
    const cut = provider.cut(({ task }) => task === 'issue.review')
    const run = project.start(args(item, '--json'))
    await cut.unanswered(1)
    const release = holdForWriting(join(project.root, LEDGER))
    cut.restore()
    await run.event('step-started', ({ step }) => step === 'number')
    return { run, release }
  }
  const soon = await wantingItsNumber('idea-1')
  soon.release()
  expect((await soon.run.finished).code).toBe(0)

  const late = await wantingItsNumber('idea-2')
  const { failure } = await late.run.event('step-failed')
  late.release()
  expect(failure).toMatchObject({ reason: 'state-unusable', problem: 'locked' })
  const { code, stdout } = await late.run.finished
  expect(code).toBe(1)
  expect(stdout).toMatch(/The ledger .+ledger\.db cannot be used: database is locked/)
  const { answered } = provider.statistics()
  expect((await project.agentos(args('idea-2'))).code).toBe(0)
  expect(provider.statistics().answered).toBe(answered)
  expect(project.list('issues')).toEqual(['1-counting-up-to-1.md', '2-counting-up-to-2.md'])
})
