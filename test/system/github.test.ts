/** GitHub as the source of issues: who asks it, when, and what is said when it does not answer. */
import { expect, test } from 'vitest'
import { expectNoToken, githubProject } from '../rig/github-project.ts'
import { GitHubServer, TOKEN } from '../rig/github-server.ts'
import { Project } from '../rig/project.ts'

test('issues by label become designs; the plan says where they come from', async () => {
  const { project, server, provider, run } = await githubProject({ github: { label: 'ready' } })
  server.pageSize = 2
  const labels = ['ready']
  server.add({ title: 'Reminders', body: '- [ ] A reminder is shown once a day\r\n', labels })
  server.add({ title: 'Not ours', body: '- [ ] Nothing' })
  server.add({ title: 'A pull request', labels, isPull: true })
  server.add({
    title: 'Sorting by due date',
    body: '- [ ] The next one comes first\n\nDepends on #1',
    labels,
  })
  server.add({ title: 'Settled', labels, state: 'closed' })
  const mock = ['--mock-url', provider.url]
  const plan = await run(['lld', '--all', '--dry-run', ...mock])
  expect(plan).toMatchObject({ code: 0, stderr: '' })
  expect(plan.stdout).toMatch(
    /LLD-1 +1 +Reminders +map look .*\n +LLD-4 +2 +Sorting by due date +map look .* waits for 1\n/,
  )
  expect(plan.stdout).toContain(
    'Issues: the open ones of ada/lists on GitHub with the label ready (configured)',
  )
  expect(project.exists('.agentos')).toBe(false)

  const made = await run(['lld', '--all', '--parallel', '2', ...mock])
  expect(made).toMatchObject({ code: 0, stderr: '' })
  expect(made.stdout).toContain('[agentos] Issues: the open ones of ada/lists on GitHub')
  expect(project.list('docs/lld')).toEqual(['LLD-1.md', 'LLD-4.md'])
  expect(project.read('docs/lld/LLD-1.md')).toContain('A reminder is shown once a day (REQ-1)')
  const again = await run(['lld', '--all', ...mock])
  expect(again.stdout).toContain('Nothing to do for lld (2 done before).')
  expect(server.asked.every((route) => route.startsWith('GET '))).toBe(true)
  expectNoToken(project, plan, made, again)
})

test('without a word in the config it is found by origin only where there is nothing else', async () => {
  const server = await GitHubServer.start()
  server.add({ title: 'Reminders', body: '- [ ] Once a day' })
  const project = new Project()
  project.write('package.json', '{ "scripts": { "test": "node --test" } }\n')
  project.git('init', '--quiet')
  project.git('remote', 'add', 'origin', `${server.url}/ada/lists.git`)
  const env = { GITHUB_API_URL: server.url }
  const plan = (more: Record<string, string>) =>
    project.agentos(['lld', '--all', '--dry-run', '--mock'], { env: { ...env, ...more } })

  expect(await plan({})).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('There is no folder issues/'),
  })
  expect(server.asked).toEqual([])
  const found = await plan({ GH_TOKEN: TOKEN })
  expect(found.stdout).toMatch(/LLD-1 +1 +Reminders/)
  expect(found.stdout).toContain('(found by origin, for there is no folder issues/)')
  const { length } = server.asked
  expect(length).toBe(1)

  project.write('issues/7-local.md', '# Local\n\n- [ ] It is here\n')
  const local = await plan({ GH_TOKEN: TOKEN })
  expect(local.stdout).toMatch(/LLD-7 +1 +Local/)
  expect(server.asked).toHaveLength(length)
})

test('no token, a bad one, no rights, nobody there: said with what to do, before anything runs', async () => {
  const { project, server, run } = await githubProject({})
  const plan = ['lld', '--all', '--dry-run']
  const missing = await run(plan, {})
  expect(missing).toMatchObject({ code: 4, stdout: '' })
  expect(missing.stderr).toContain('ada/lists: GITHUB_TOKEN is not set.\n  Set GITHUB_TOKEN to a')
  expect(server.asked).toEqual([])

  server.trouble = () => ({ status: 401, body: { message: `Bad credentials: ${TOKEN}` } })
  const bad = await run(plan)
  expect(bad).toMatchObject({ code: 4, stdout: '' })
  expect(bad.stderr).toContain('GitHub does not accept the token from GITHUB_TOKEN for ada/lists')
  expect(bad.stderr).toContain('[secret github]')

  server.trouble = () => ({ status: 404, body: { message: 'Not Found' } })
  const elsewhere = await run(plan)
  expect(elsewhere.code).toBe(2)
  expect(elsewhere.stderr).toContain('check github.repository')

  const absent = await run(['doctor'])
  expect(absent.stdout).toMatch(/^fail +github +GitHub, ada\/lists: not found, or not visible/m)
  server.trouble = () => undefined
  const doctor = await run(['doctor'])
  expect(doctor.stdout).toMatch(/^ok +github +ada\/lists, label agentos, token from GITHUB_TOKEN$/m)
  const sick = await run(['doctor'], {})
  expect(sick.stdout).toMatch(/^fail +github +ada\/lists, but GITHUB_TOKEN is not set\.$/m)
  expectNoToken(project, missing, bad, elsewhere, doctor)
})
