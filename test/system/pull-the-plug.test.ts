/** The short version of `npm run plug`: every workflow cut off at some points. */
import { describe, test } from 'vitest'
import { killCoordinator, killWorker, type Point } from '../plug/pull-the-plug.ts'
import { PLUGGED } from '../plug/workflows.ts'

describe.each(PLUGGED)(
  '$workflow is done as if nothing had happened, no call answered twice',
  (plugged) => {
    const some = (first: number): Point[] =>
      plugged.points.filter((_, index) => index % 9 === first)

    test('when its worker is killed', async () => {
      await killWorker(plugged, some(2))
    })

    test('when the coordinator is killed', async () => {
      await killCoordinator(plugged, some(4))
    })
  },
)
