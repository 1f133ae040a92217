/** Pulling the plug at every point of `lld`, one after the other: no answered call is made again. */
import { test } from 'vitest'
import { lldProject } from '../rig/lld-project.ts'
import {
  asked,
  killCoordinatorAtEveryPoint,
  killWorkerAtEveryPoint,
  saved,
} from '../rig/pull-the-plug.ts'

/** Issue 1 is sent back once, so that every kind of step is on its way. */
const points = [
  ...[saved('load'), saved('look'), asked('lld.conflicts'), saved('conflicts')],
  ...[asked('lld.draft'), saved('draft'), saved('check'), asked('lld.review'), saved('review')],
  ...[asked('lld.revise'), saved('revise'), saved('check#2'), asked('lld.review')],
  saved('review#2'),
]
const lld = { workflow: 'lld', noun: 'design', item: '1', points, newProject: lldProject }

test('the coordinator killed at every point: same designs, no call answered twice', () =>
  killCoordinatorAtEveryPoint(lld))

test('the worker killed at every point: same designs, no call answered twice', () =>
  killWorkerAtEveryPoint({ ...lld, points: [...points, saved('finalize')] }))
