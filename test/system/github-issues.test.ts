/** Filing issues on GitHub: each once, whatever is killed. */
import { expect, test } from 'vitest'
import { readFrontMatter } from '../../src/authoring/front-matter.ts'
import { expectNoToken, githubProject } from '../rig/github-project.ts'
import { REPOSITORY } from '../rig/github-server.ts'
import { writeBrief } from '../rig/lld-project.ts'
import type { Project } from '../rig/project.ts'

const CREATE = `POST /repos/${REPOSITORY}/issues`
const ALL = ['issue', '--all', '--parallel', '10']

test('four briefs at once, killed between creating one and saving it: four issues, each once', async () => {
  const { project, server, start, run } = await githubProject({ briefs: 4 })
  server.trouble = (route) => (route === CREATE && server.count(CREATE) === 3 ? 'held' : undefined)
  const killed = start(ALL)
  await server.held
  killed.signal('SIGKILL')
  const cut = await killed.finished
  await project.processesDownTo(0)
  expect(server.issues).toHaveLength(3)

  const { code, stdout } = await run(ALL)
  expect({ code, created: server.count(CREATE) }).toEqual({ code: 0, created: 4 })
  expect(stdout).toContain('on GitHub exists already: https://github.com/ada/lists/issues/3')
  expect(stdout).toContain('[agentos]   issue ')
  const titles = new Set(server.issues.map(({ title }) => title))
  expect(titles.size).toBe(4)
  for (const { number, title, labels } of server.issues) {
    expect(labels).toEqual(['agentos', 'feature', 'cli'])
    expect(filed(project, number)).toMatchObject({
      ...{ title, url: `https://github.com/ada/lists/issues/${number}` },
    })
  }

  // What was filed is what `lld` gets back, and nothing is asked for what is done.
  const { length } = server.asked
  expect((await run(ALL)).stdout).toContain('Nothing to do for issue (4 done before).')
  expect(server.asked).toHaveLength(length)
  const plan = await run(['lld', '--all', '--dry-run', '--json'])
  expect(JSON.parse(plan.stdout).items).toHaveLength(4)

  // A brief that changes keeps its issue.
  writeBrief(project, 1, '- It can be stopped\n')
  const changed = await run(ALL)
  expect(changed.stdout).toMatch(/\[ISSUE-idea-1\] issue \d+ on GitHub exists already/)
  expect({ files: project.list('issues').length - 6, issues: server.issues.length }).toEqual({
    ...{ files: 4, issues: 4 },
  })
  expectNoToken(project, cut, plan, changed)
})

test('a worker that is killed while GitHub is at it: the next one gets the same issue', async () => {
  const { project, server, start } = await githubProject({ briefs: 1 })
  server.trouble = (route) => (route === CREATE && server.count(CREATE) === 1 ? 'held' : undefined)
  const run = start([...ALL, '--json'])
  const { worker } = await run.event('item-started')
  await server.held
  process.kill(worker, 'SIGKILL')
  await run.event('step-reused', ({ step }) => step === 'review#2' || step === 'review')
  server.release()
  expect((await run.finished).code).toBe(0)
  expect(await run.event('github-published')).toMatchObject({ number: 1, how: 'found' })
  expect({ created: server.count(CREATE), issues: server.issues.length }).toEqual({
    ...{ created: 1, issues: 1 },
  })
  expect(filed(project, 1)).toMatchObject({ number: 1 })
})

test('a token that stops being accepted is exit 4; a rate limit is waited for; no call is paid twice', async () => {
  const { project, server, provider, run } = await githubProject({ briefs: 1 })
  server.trouble = (route) => (route === CREATE ? { status: 401, body: {} } : undefined)
  const refused = await run(ALL)
  expect(refused.code).toBe(4)
  expect(refused.stdout).toContain('What: step file: GitHub does not accept the token from GITHUB')
  expect(project.list('issues')).toHaveLength(6)

  const { answered } = provider.statistics()
  const body = { message: 'You have exceeded a secondary rate limit' }
  server.trouble = (route) =>
    route === CREATE && server.count(CREATE) === 2
      ? { status: 403, headers: { 'retry-after': '1' }, body }
      : undefined
  const filed = await run(ALL)
  expect(filed.code).toBe(0)
  expect(filed.stdout).toMatch(/GitHub: HTTP 403: You have exceeded .*; next try at \d/)
  expect(server.issues).toHaveLength(1)
  expect(provider.statistics().answered).toBe(answered)
  expectNoToken(project, refused, filed)
})

test('GitHub is asked before a model is paid; a token of Actions is not judged by its permissions', async () => {
  const { project, server, provider, run } = await githubProject({ briefs: 1 })
  server.isArchived = true
  const archived = await run(ALL)
  expect(archived).toMatchObject({ code: 2, stdout: '' })
  expect(archived.stderr).toContain('the repository is archived')
  server.isArchived = false
  server.mayPush = false
  expect((await run(ALL)).code).toBe(4)
  expect(provider.statistics().answered).toBe(0)
  expect(project.exists('.agentos')).toBe(false)

  server.token = 'ghs_tokenOfActions0123456789'
  server.dropsLabels = true
  const filed = await run(ALL, { GITHUB_TOKEN: server.token })
  expect(filed.code).toBe(0)
  expect(filed.stdout).toContain('GitHub has dropped the label agentos, the label feature')
})

test('the mock provider files nothing; what it made gets its number when it is made for real', async () => {
  const { project, server, provider, run } = await githubProject({ briefs: 1 })
  server.add({ title: 'Older' })
  const mock = await run(['issue', '--all', '--mock-url', provider.url])
  expect(mock.code).toBe(0)
  expect(mock.stdout).toContain('With the mock provider nothing is written to GitHub')
  expect(filed(project, 7)).not.toHaveProperty('url')
  expect(server.asked).toEqual([])

  const real = await run(ALL)
  expect(real.stdout).toContain('issues/7-counting-up-to-1.md is out of date: its number is 2 now')
  expect(filed(project, 2)).toMatchObject({ title: 'Counting up to 1', provider: 'models' })
  expect((await run(ALL)).stdout).toContain('Nothing to do for issue (1 done before).')
})

/** What the local file of an issue that was made from a brief says of itself. */
function filed(project: Project, number: number): Readonly<Record<string, unknown>> {
  const [found] = project
    .list('issues')
    .filter((name) => name.startsWith(`${number}-`))
    .map((name) => readFrontMatter(project.read(`issues/${name}`)).data)
    .filter(({ brief }) => brief !== undefined)
  return found ?? {}
}
