import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeReadOnly } from '../rig/mounts.ts'
import { Project } from '../rig/project.ts'
import {
  effects,
  empty,
  holdExclusively,
  overwrite,
  releaseItems,
  resume,
  start,
  stoppedProject,
  truncate,
} from '../rig/waits-project.ts'

const CHECKPOINT = '.agentos/checkpoints/waits_a.db'

test.each([
  ['truncated', truncate],
  ['emptied', empty],
  ['overwritten', overwrite],
])(
  'a checkpoint that was %s is set aside, its item starts over, the others go on',
  async (_, damage) => {
    const project = await stoppedProject()
    damage(join(project.root, CHECKPOINT))
    const { code, stdout } = await resume(project)
    expect(code).toBe(0)
    expect(stdout).toMatch(
      /\[W-a\] starts over: its checkpoint is damaged; kept as .*waits_a\.damaged-1\.db/,
    )
    expect(stdout).toContain('[W-b] one: ✓ cached')
    expect(project.list('.agentos/checkpoints')).toContain('waits_a.damaged-1.db')
    expect(effects(project, 'one')).toEqual(['a one', 'a one', 'b one', 'c one'])
  },
)

test('a checkpoint that another program holds fails its item only, and is whole afterwards', async () => {
  const project = await stoppedProject()
  const release = holdExclusively(join(project.root, CHECKPOINT))
  const { code, stdout } = await resume(project)
  expect(code).toBe(1)
  expect(stdout).toMatch(
    /\[W-a\] {3}What: Checkpoint .*waits_a\.db cannot be used: database is locked/,
  )
  expect(stdout).toContain(
    '[W-a]   Do:   close the program that locks it, then run the command again',
  )
  expect(stdout).toContain('2 done, 1 failed')
  release()
  expect((await resume(project)).stdout).toContain('[W-a] one: ✓ cached')
  expect(effects(project, 'one')).toEqual(['a one', 'b one', 'c one'])
})

test('a checkpoint that cannot be written fails its item only, and is whole afterwards', async (context) => {
  const project = await stoppedProject()
  const release = makeReadOnly(context, join(project.root, CHECKPOINT))
  const { code, stdout } = await resume(project)
  expect(code).toBe(1)
  expect(stdout).toMatch(/\[W-a\] {3}What: Checkpoint .*waits_a\.db cannot be used: .*read-only/)
  expect(stdout).toContain('[W-a]   Do:   make the file and its folder writable')
  expect(stdout).toContain('2 done, 1 failed')
  release()
  expect((await resume(project)).stdout).toContain('[W-a] one: ✓ cached')
})

test('a state directory that is deleted in the middle of a run is put back, and nothing is lost', async () => {
  const project = new Project()
  const run = start(project)
  await run.says('[W-a] waiting')
  rmSync(join(project.root, '.agentos'), { recursive: true })
  releaseItems(project, 'a', 'b', 'c')
  const { code, stderr } = await run.finished
  expect(code).toBe(0)
  expect(stderr).toMatch(/\[W-a\] .*waits_a\.db had been removed; it was put back/)
  expect(stderr).toMatch(/warning: .*ledger\.db was removed during the run/)
  expect(stderr).toContain('3 done')
  expect((await resume(project)).stdout).toContain('Nothing to do for waits (3 done before)')
  expect(project.list(project.latestRun())).toContain('summary.json')
  expect(project.list('.agentos/spool')).toEqual([])
})
