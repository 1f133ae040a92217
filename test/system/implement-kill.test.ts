/** Pulling the plug at every point of `implement`: same branches, no answered call made again. */
import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import type { AnswerFunction } from '../../src/mock-provider/answer.ts'
import { workflowAnswers } from '../../src/mock-provider/answers/answers.ts'
import { markerOf } from '../../src/mock-provider/marker.ts'
import type { CutProvider } from '../../src/mock-provider/power-cut.ts'
import { branchFiles, implementProject } from '../rig/implement-project.ts'
import type { Started } from '../rig/project.ts'

type Point =
  | { readonly type: 'step-saved' | 'command-started'; readonly step: string }
  | { readonly type: 'call-started'; readonly task: string }

const saved = (step: string): Point => ({ type: 'step-saved', step })
const during = (step: string): Point => ({ type: 'command-started', step })
const asked = (task: string): Point => ({ type: 'call-started', task: `implement.${task}` })

/** Design 1 is mended once and sent back once, so that every kind of step is on its way. */
const POINTS: readonly Point[] = [
  saved('load'),
  saved('worktree'),
  saved('setup'),
  saved('look'),
  during('baseline'),
  saved('baseline'),
  asked('tests'),
  during('tests'),
  saved('tests'),
  during('red'),
  saved('red'),
  asked('code'),
  saved('code'),
  during('green'),
  saved('green'),
  asked('fix'),
  saved('fix'),
  saved('green#2'),
  asked('review'),
  saved('review'),
  asked('revise'),
  saved('revise'),
  saved('green#3'),
  asked('review'),
  saved('review#2'),
  during('finalize'),
  saved('finalize'),
]
const TIMEOUT = { timeout: 300_000 }

/** The first code of design 1 is off by one. */
const answer: AnswerFunction = async (call, context) => {
  const usual = await workflowAnswers(call, context)
  const isCode = markerOf(call)?.task === 'implement.code'
  return isCode && 'text' in usual
    ? { text: (usual.text ?? '').replace('[number - 1]', '[number]') }
    : usual
}

async function reached(run: Started, point: Point, after: number): Promise<void> {
  if (point.type === 'call-started')
    await run.event('call-started', ({ task, seq }) => task === point.task && seq > after)
  else if (point.type === 'command-started')
    await run.eitherEvent(
      ['command-started', 'step-saved', 'step-reused'],
      (event) => event.step === point.step && event.seq > after,
    )
  // A worker lives a moment longer than its coordinator, and may have saved one more step.
  else
    await run.eitherEvent(
      ['step-saved', 'step-reused'],
      ({ step, seq }) => step === point.step && seq > after,
    )
}

test(
  'the coordinator killed at every point: same branch, no call answered twice',
  TIMEOUT,
  async () => {
    const calm = await implementProject({ designs: ['1'], answer })
    expect((await calm.project.agentos(calm.args('1'))).code).toBe(0)

    const killed = await implementProject({ designs: ['1'], answer, latencyMs: 60 })
    const { project, provider, args } = killed
    const rows: string[] = []
    for (const point of POINTS.slice(0, -1)) {
      const run = project.start(args('1', '--json'))
      await reached(run, point, 0)
      provider.cut()
      run.signal('SIGKILL')
      await run.finished
      await provider.mend()
      rows.push(rowOf(point, provider))
    }
    expect((await project.agentos(args('1'))).code).toBe(0)
    expect(project.list('.agentos/checkpoints')).toEqual([])
    expect(project.list('.agentos/worktrees')).toEqual([])
    const { answered } = calm.provider.statistics()
    expect(provider.statistics()).toMatchObject({ repeated: 0, answered })
    expect(branchFiles(killed)).toEqual(branchFiles(calm))
    await expect(tableOf('coordinator', rows)).toMatchFileSnapshot(
      `${TABLES}/implement-coordinator.md`,
    )
  },
)

test('the worker killed at every point: same branch, no call answered twice', TIMEOUT, async () => {
  const calm = await implementProject({ designs: ['1'], answer })
  expect((await calm.project.agentos(calm.args('1'))).code).toBe(0)

  const killed = await implementProject({ designs: ['1'], answer, latencyMs: 60 })
  const { project, provider, args } = killed
  const run = project.start(args('1', '--json', '--set', 'limits.restarts=50'))
  const rows: string[] = []
  let attempt = 0
  for (const point of POINTS) {
    attempt += 1
    const { worker, seq } = await run.event('item-started', (event) => event.attempt === attempt)
    await reached(run, point, seq)
    provider.cut()
    process.kill(worker, 'SIGKILL')
    await run.event('worker-exited', (event) => event.worker === worker)
    await provider.mend()
    rows.push(rowOf(point, provider))
  }
  expect((await run.finished).code).toBe(0)
  const { answered } = calm.provider.statistics()
  expect(provider.statistics()).toMatchObject({ repeated: 0, answered })
  expect(branchFiles(killed)).toEqual(branchFiles(calm))
  await expect(tableOf('worker', rows)).toMatchFileSnapshot(`${TABLES}/implement-worker.md`)
})

test('what is uncommitted in a worktree when the plug is pulled is kept, and told', async () => {
  const { project, provider, args, ask } = await implementProject({ designs: ['1'], latencyMs: 60 })
  const run = project.start(args('1', '--json'))
  await run.event('call-started', ({ task }) => task === 'implement.code')
  provider.cut()
  run.signal('SIGKILL')
  await run.finished
  await provider.mend()
  const worktree = '.agentos/worktrees/1'
  project.write(`${worktree}/src/list.js`, '// half of an edit\n')
  project.write(`${worktree}/src/due-dates.js`, '// half of a file\n')
  project.write(`${worktree}/notes.txt`, 'not ours\n')
  project.write('.git/worktrees/1/index.lock', '') // of a git that was killed, too
  const { code, stdout } = await project.agentos(args('1'))
  expect(code).toBe(0)
  const ref = /is kept as (refs\/agentos\/leftover\/1\/\w+)/.exec(stdout)?.[1] ?? ''
  expect(ask('show', `${ref}:src/list.js`)).toBe('// half of an edit')
  expect(ask('show', `${ref}:src/due-dates.js`)).toBe('// half of a file')
  // A file of somebody's own is left where it is, and so is the worktree.
  expect(project.read(`${worktree}/notes.txt`)).toBe('not ours\n')
  expect(stdout).toContain('the worktree stays, for it has files that are not committed: notes.txt')
  expect(ask('ls-tree', '-r', '--name-only', 'agentos/1-due-dates')).not.toContain('notes.txt')
})

test('a worktree that is gone is made again from what is saved, and set up again', async () => {
  const { project, provider, args } = await implementProject({ designs: ['1'], latencyMs: 60 })
  project.write('agentos.config.mts', "export default { implement: { setup: 'echo set up' } }")
  const run = project.start(args('1', '--json'))
  await run.event('call-started', ({ task }) => task === 'implement.code')
  provider.cut()
  run.signal('SIGKILL')
  await run.finished
  await provider.mend()
  execFileSync('rm', ['-rf', '.agentos/worktrees'], { cwd: project.root })
  const { code, stdout } = await project.agentos(args('1'))
  expect(code).toBe(0)
  expect(stdout).toContain('[IMPL-1] set up')
  expect(provider.statistics().repeated).toBe(0)
})

/** The tables of docs/pulling-the-plug/ are made here; `npx vitest run implement-kill -u` writes them anew. */
const TABLES = '../../docs/pulling-the-plug'

function rowOf(point: Point, provider: CutProvider): string {
  return `| ${wordsOf(point)} | ${provider.statistics().repeated} |`
}

function wordsOf(point: Point): string {
  if (point.type === 'call-started') return `${point.task} was being asked`
  return point.type === 'step-saved'
    ? `step ${point.step} was saved`
    : `a command of step ${point.step} was running`
}

function tableOf(killed: 'coordinator' | 'worker', rows: readonly string[]): string {
  return `# The ${killed} of \`implement\`, killed with SIGKILL

One design, the ${killed} killed at each of these points one after the other, gone on with each time by the
same command. The branch came out the same, file for file but for times; nothing uncommitted was lost.

| killed when | answered calls that were made again |
| --- | --- |
${rows.join('\n')}
`
}
