/** The short version of `npm run plug`: every workflow cut off at some points. */
import { expect, test } from 'vitest'
import { killCoordinator, killGit, killWorker, type Point } from '../plug/pull-the-plug.ts'
import { IMPLEMENT, PLUGGED, type Plugged } from '../plug/workflows.ts'
import type { GitKill } from '../rig/git-to-kill.ts'
import { implementProject } from '../rig/implement-project.ts'

const some = (points: readonly Point[], first: number): Point[] =>
  points.filter((_, index) => index % 28 === first)

/** A design that is built without a detour. */
const SHORT: Plugged = {
  ...IMPLEMENT,
  item: '3',
  newProject: () => implementProject({ designs: ['3'] }),
}

const but = (name: string) =>
  PLUGGED.filter(({ workflow }) => workflow !== name).map((plugged) =>
    plugged === IMPLEMENT ? SHORT : plugged,
  )

test.each(but('lld'))(
  'the worker of $workflow is killed: the same comes of it, no call answered twice',
  async (plugged) => {
    const points = some(plugged.points, 2)
    expect(await killWorker(plugged, points)).toHaveLength(points.length)
  },
)

test.each(but('issue'))(
  'the coordinator of $workflow is killed: the same comes of it, no call answered twice',
  async (plugged) => {
    const points = some(plugged.points, 4)
    expect(await killCoordinator(plugged, points)).toHaveLength(points.length)
  },
)

test('git of implement is killed in the middle of its work, and others with it: the same comes of it', async () => {
  const kills: readonly GitKill[] = [
    { call: 'worktree', when: 'checking-out', along: 'with-coordinator' },
    { call: 'commit', when: 'refs-locked', along: 'with-worker' },
  ]
  expect(await killGit(SHORT, kills)).toHaveLength(kills.length)
})
