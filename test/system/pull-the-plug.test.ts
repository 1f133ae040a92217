/** The short version of `npm run plug`: every workflow cut off at some points. */
import { expect, test } from 'vitest'
import { killCoordinator, killWorker, type Point } from '../plug/pull-the-plug.ts'
import { PLUGGED } from '../plug/workflows.ts'

const some = (points: readonly Point[], first: number): Point[] =>
  points.filter((_, index) => index % 28 === first)

const but = (name: string) => PLUGGED.filter(({ workflow }) => workflow !== name)

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
