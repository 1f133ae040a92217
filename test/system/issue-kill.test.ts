/** Pulling the plug at every point of `issue`, one after the other: no answered call is made again. */
import { test } from 'vitest'
import { issueProject } from '../rig/lld-project.ts'
import {
  asked,
  killCoordinatorAtEveryPoint,
  killWorkerAtEveryPoint,
  numberWanted,
  saved,
} from '../rig/pull-the-plug.ts'

/** This brief's issue is sent back once, so that every kind of step is on its way. */
const points = [
  ...[saved('load'), saved('look'), asked('issue.draft'), saved('draft'), saved('check')],
  ...[asked('issue.review'), saved('review'), asked('issue.revise'), saved('revise')],
  ...[saved('check#2'), asked('issue.review'), numberWanted],
]
const newProject = (options: { latencyMs: number }) => issueProject({ ...options, briefs: 3 })
const issue = { workflow: 'issue', noun: 'issue', item: 'idea-3', points, newProject }

test('the coordinator killed at every point: same issue, no call answered twice', () =>
  killCoordinatorAtEveryPoint(issue))

test('the worker killed at every point: same issue, no call answered twice', () =>
  killWorkerAtEveryPoint(issue))
