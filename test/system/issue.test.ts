/** From briefs to issues, by real runs. */
import { describe, expect, test } from 'vitest'
import { readFrontMatter } from '../../src/authoring/front-matter.ts'
import issue from '../../src/workflows/issue/issue.ts'
import {
  answeredFor,
  answering,
  artifacts,
  earlierIn,
  finding,
  issueProject,
  killedAsking,
  verdictAnswer,
  writeBrief,
} from '../rig/lld-project.ts'
import type { Project } from '../rig/project.ts'
import { savedSteps } from '../rig/saved-steps.ts'

const ALL = [1, 2, 3, 4, 5]

/** The numbers of the issues by their names, and by what they say of themselves. */
function numbersOf(project: Project): number[] {
  return project
    .list('issues')
    .map((name) => {
      const { data } = readFrontMatter(project.read(`issues/${name}`))
      expect(name.startsWith(`${data.number}-`)).toBe(true)
      return Number(data.number)
    })
    .sort((a, b) => a - b)
}

describe('five briefs, five at once', () => {
  test('five issues 1 to 5; one by one the same but for the numbers, with the same calls', async () => {
    const parallel = await issueProject({ briefs: 5 })
    const { project, args } = parallel
    const run = await project.agentos(args('--all', '--parallel', '5'))
    expect(run).toMatchObject({ code: 0, stderr: '' })
    expect(run.stdout).toContain('round 1: REVISE: No message is stated for a failure')
    expect(savedSteps(project, 'idea-1')).toEqual(expect.arrayContaining([...(issue.steps ?? [])]))
    expect(numbersOf(project)).toEqual(ALL)

    const sequential = await issueProject({ briefs: 3 })
    expect((await sequential.project.agentos(sequential.args('--all'))).code).toBe(0)
    expect(numbersOf(sequential.project)).toEqual([1, 2, 3])
    const some = ['idea-1', 'idea-2', 'idea-3']
    expect(answeredFor(parallel, some)).toEqual(answeredFor(sequential, some))
    expect(artifacts(project)).toMatchObject(artifacts(sequential.project))

    project.commit('.')
    project.git('clone', '-q', '.', 'clone')
    const again = await project.agentos(args('--all'), { in: 'clone' })
    expect(again.stdout).toContain('Nothing to do for issue (5 done before).')
    const real = await project.agentos(['issue', '--all', '--dry-run'], { in: 'clone' })
    expect(real.stdout).toContain('issue for 5 items')
  })

  test('killed in the middle, and gone on with: the same five numbers', async () => {
    const { project, provider, args } = await issueProject({ briefs: 5 })
    const cut = provider.cut(({ task, item }) => task === 'issue.review' && item === 'idea-4')
    const run = project.start(args('--all', '--parallel', '5', '--json'))
    await run.event('step-saved', ({ step }) => step === 'number')
    await cut.unanswered(1)
    run.signal('SIGKILL')
    await run.finished
    await provider.restore()
    expect((await project.agentos(args('--all', '--parallel', '5'))).code).toBe(0)
    expect(numbersOf(project)).toEqual(ALL)
    expect(project.list('.agentos/checkpoints')).toEqual([])
  })
})

test('an issue says what it is, and what becomes of it is a design', async () => {
  const { project, provider, args } = await issueProject({ briefs: 3 })
  project.write('issues/7-older.md', '# Older\n\n- [ ] It is there\n')
  expect((await project.agentos(args('idea-3', 'ISSUE-idea-2'))).code).toBe(0)
  expect(project.list('issues')).toEqual([
    '7-older.md',
    ...['8-counting-up-to-2.md', '9-counting-up-to-3.md'],
  ])
  const { data, body } = readFrontMatter(project.read('issues/9-counting-up-to-3.md'))
  expect(data).toMatchObject({
    ...{ number: 9, title: 'Counting up to 3', state: 'open', labels: ['feature', 'cli'] },
    ...{ size: 'S', brief: 'ideas/idea_3.md', provider: 'mock', review: 'other-vendor', rounds: 2 },
    ...{ settled: [{ id: 'message', disposition: 'fixed' }], carried: [{ id: 'example' }] },
  })
  expect(body).toMatch(/^# Counting up to 3\n/)
  const review = await project.agentos(['review', 'parse', String(data.verdict)])
  expect(review.stdout).toContain('APPROVED  Issue Review: Counting up to 3')

  const design = await project.agentos(['lld', '9', '--mock-url', provider.url])
  expect(design.code).toBe(0)
  expect(project.read(`${project.latestRun()}/LLD-9/conversation.md`)).toMatch(
    /left this to mind:\n\n<untrusted-\w+ name="carried">\n- Show an example in the README:/,
  )
  expect(project.read('docs/lld/LLD-9.md')).toContain('It prints the numbers from 1 to 3 (REQ-1)')
})

test('a brief that changes is pending again, and its issue keeps number and name', async () => {
  const { project, args } = await issueProject({ briefs: 2 })
  await project.agentos(args('--all'))
  const [path = ''] = project.list('issues').map((name) => `issues/${name}`)
  project.write(path, project.read(path).replace('- [ ] It prints', '- [x] It prints'))
  const edited = await project.agentos(args('--all', '--dry-run'))
  expect(edited.stdout).toContain('Left out: ISSUE-idea-1, ISSUE-idea-2: done already')

  writeBrief(project, 1, '- It can be stopped\n')
  const again = await project.agentos(args('--all'))
  expect(again.code).toBe(0)
  expect(again.stdout).toContain(`${path} is taken as the draft: the brief has changed since`)
  expect(project.list('issues')).toEqual(['1-counting-up-to-1.md', '2-counting-up-to-2.md'])
  expect(project.read(path)).toContain('- [x] It prints')
})

test('a number that somebody takes by hand meanwhile is theirs', async () => {
  const made = await issueProject()
  const { project, args } = made
  await killedAsking(made, args('--all'), 'issue.review')
  project.write('issues/1-by-hand.md', '# By hand\n')
  expect((await project.agentos(args('--all'))).code).toBe(0)
  expect(project.list('issues')).toEqual(['1-by-hand.md', '2-counting-up-to-1.md'])
})

test('linked worktrees share the numbers', async () => {
  const { project, args } = await issueProject({ briefs: 2 })
  project.git('worktree', 'add', '-q', 'linked', '-b', 'linked')
  await project.agentos(args('idea-1'))
  await project.agentos(args('idea-2'), { in: 'linked' })
  expect(project.list('issues')).toEqual(['1-counting-up-to-1.md'])
  expect(project.list('linked/issues')).toEqual(['2-counting-up-to-2.md'])
})

test('not approved: nothing published, no number taken, exit 1, not pending until the brief changes', async () => {
  const { project, args } = await issueProject({
    briefs: 2,
    answer: answering('idea-1', 'issue.review', (call) =>
      verdictAnswer({
        verdict: 'REVISE',
        findings: [finding({ id: `x${call.prompt.length}`, title: 'Never good enough' })],
        earlier: earlierIn(call.question, 'fixed'),
      }),
    ),
  })
  const { code, stdout } = await project.agentos(args('--all'))
  expect(stdout).toContain('two rounds brought the same findings: Never good enough')
  expect({ code, issues: project.list('issues') }).toEqual({
    ...{ code: 1, issues: ['1-counting-up-to-2.md'] },
  })
  const plan = await project.agentos(args('--all', '--dry-run'))
  expect(plan.stdout).toContain('Left out: ISSUE-idea-1: needs revision')
  writeBrief(project, 1, '- It can be stopped\n')
  const changed = await project.agentos(args('--all', '--dry-run'))
  expect(changed.stdout).toContain('issue for 1 item')
})

test('a person has the last word on an issue, if wanted', async () => {
  const { project, provider, args } = await issueProject()
  const gated = args('--all', '--gates', 'verdict')
  expect((await project.agentos(gated)).code).toBe(3)
  expect(project.list('issues')).toEqual([])
  await project.agentos(['approve', 'idea-1'])
  expect((await project.agentos(gated)).code).toBe(0)
  expect(project.list('issues')).toEqual(['1-counting-up-to-1.md'])
  expect(provider.statistics().repeated).toBe(0)
})

test('briefs that cannot be told apart, or have no name, are left out with the reason', async () => {
  const { project, args } = await issueProject()
  const plan = async () => {
    const { stdout, stderr } = await project.agentos(args('--all', '--dry-run'))
    return `${stdout}${stderr}`
  }
  project.write('ideas/idea 1.md', '# Twin\n')
  project.write('ideas/another.md', '# Another\n')
  const twins = await plan()
  expect(twins).toContain(
    'Warning: ideas/idea 1.md: left out: idea_1.md makes the item idea-1, too; rename one of them.',
  )
  expect(twins).toMatch(/^ {2}ISSUE-another /m)
  project.git('mv', 'ideas', 'elsewhere')
  expect(await plan()).toContain('There is no brief in ideas/')
  project.write('ideas/日本.md', '# Name\n')
  expect(await plan()).toContain(
    'Warning: ideas/日本.md: left out: its name has no letter a-z and no digit; rename it.',
  )
})
