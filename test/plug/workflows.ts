/** The points at which each workflow is cut off, one after the other. */
import type { AnswerFunction } from '../../src/mock-provider/answer.ts'
import { workflowAnswers } from '../../src/mock-provider/answers/answers.ts'
import { markerOf } from '../../src/mock-provider/scenario/marker.ts'
import type { GitKill } from '../rig/git-to-kill.ts'
import { branchFiles, implementProject } from '../rig/implement-project.ts'
import { artifacts, issueProject, lldProject } from '../rig/lld-project.ts'
import { asked, during, type Point, type Pulled, saved } from './pull-the-plug.ts'

export interface Plugged extends Pulled {
  readonly points: readonly Point[]
  /** Too late for a coordinator: its run is over then. */
  readonly last: readonly Point[]
}

/** This brief's issue is sent back once, so that every kind of step is on its way. */
const issue: Plugged = {
  workflow: 'issue',
  item: 'idea-3',
  resultsOf: artifacts,
  newProject: () => issueProject({ briefs: 3 }),
  points: [
    ...[saved('load'), saved('map'), asked('issue.look'), saved('look')],
    ...[asked('issue.draft'), saved('draft'), saved('check')],
    ...[asked('issue.review'), saved('review'), asked('issue.revise'), saved('revise')],
    ...[saved('check#2'), asked('issue.review'), saved('review#2')],
  ],
  last: [saved('number')],
}

/** Issue 1 is sent back once. */
const lld: Plugged = {
  workflow: 'lld',
  item: '1',
  resultsOf: artifacts,
  newProject: lldProject,
  points: [
    ...[saved('load'), saved('map'), asked('lld.look'), saved('look')],
    ...[asked('lld.draft'), saved('draft'), saved('check'), asked('lld.review'), saved('review')],
    ...[asked('lld.revise'), saved('revise'), saved('check#2'), asked('lld.review')],
    saved('review#2'),
  ],
  last: [saved('finalize')],
}

/** The first code of design 1 is off by one. */
const offByOne: AnswerFunction = async (call, context) => {
  const usual = await workflowAnswers(call, context)
  const isCode = markerOf(call)?.task === 'implement.code'
  return isCode && 'text' in usual
    ? { text: (usual.text ?? '').replace('[number - 1]', '[number]') }
    : usual
}

/** Design 1 is mended once and sent back once. */
const implement: Plugged = {
  workflow: 'implement',
  item: '1',
  resultsOf: branchFiles,
  newProject: () => implementProject({ designs: ['1'], answer: offByOne }),
  points: [
    ...[saved('load'), saved('worktree'), saved('setup'), saved('commit hook')],
    ...[during('baseline'), saved('baseline')],
    ...[asked('implement.tests'), during('tests'), saved('tests'), during('red'), saved('red')],
    ...[asked('implement.code'), saved('code'), during('green'), saved('green')],
    ...[asked('implement.fix'), saved('fix'), saved('green#2')],
    ...[asked('implement.review'), saved('review')],
    ...[asked('implement.revise'), saved('revise'), saved('green#3')],
    ...[asked('implement.review'), saved('review#2'), during('finalize')],
  ],
  last: [saved('finalize')],
}

const ALONG = ['alone', 'with-worker', 'with-coordinator'] as const

/** Every call of git that writes, at every moment that it has. */
export const GIT_KILLS: readonly GitKill[] = [
  ...moments('worktree', ['begun', 'refs-locked', 'checking-out', 'index-written', 'done']),
  ...moments('add', ['index-written']),
  ...moments('commit', ['refs-locked', 'done']),
]

function moments(call: string, all: readonly GitKill['when'][]): GitKill[] {
  return all.flatMap((when) => ALONG.map((along) => ({ call, when, along })))
}

export const IMPLEMENT: Plugged = implement
export const PLUGGED: readonly Plugged[] = [issue, lld, implement]
