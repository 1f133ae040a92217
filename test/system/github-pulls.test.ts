/** Branches pushed to origin, with a pull request for each: once, whatever is killed. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { expectNoToken, githubProject } from '../rig/github-project.ts'
import { REPOSITORY, TOKEN } from '../rig/github-server.ts'
import { temporaryFolder } from '../rig/temporary-folder.ts'

const OPEN = `POST /repos/${REPOSITORY}/pulls`
const BRANCH = 'agentos/2-search'

const asker =
  (cwd: string) =>
  (...args: string[]) =>
    execFileSync('git', args, { cwd, encoding: 'utf8', stdio: 'pipe' }).trim()

/** A bare repository to push to, and an issue for which a branch is built. */
function withOrigin({
  project,
  server,
}: Pick<Awaited<ReturnType<typeof githubProject>>, 'project' | 'server'>) {
  const origin = temporaryFolder()
  const ask = asker(origin)
  ask('init', '--quiet', '--bare')
  project.git('remote', 'add', 'origin', origin)
  project.git('push', '--quiet', 'origin', 'HEAD:refs/heads/trunk')
  server.commitOf = (branch) => ask('rev-parse', `refs/heads/${branch}`)
  server.add({ title: 'Something else', labels: [] })
  server.add({
    title: 'Search',
    body: '- [ ] Searching for a word lists the items whose text contains it, ignoring case\n- [ ] No match prints nothing\n',
  })
  return { origin, ask }
}

test('a pull request is opened once, also when all is killed right after; the token is nowhere', async () => {
  const { project, server, provider, start, run } = await githubProject({
    github: { pullRequests: true, tokenFrom: 'env:FORGE_TOKEN' },
    implement: { setup: 'env' },
  })
  const env = { FORGE_TOKEN: TOKEN, GITHUB_TOKEN: 'another-token-of-theirs' }
  const { ask } = withOrigin({ project, server })
  expect((await run(['lld', '2'], env)).code).toBe(0)
  const plan = await run(['implement', '2', '--dry-run'], env)
  expect(plan.stdout).toContain('Branches are pushed to origin, with pull requests in ada/lists')

  server.trouble = (route) => (route === OPEN && server.count(OPEN) === 1 ? 'held' : undefined)
  const killed = start(['implement', '2', '-v'], env)
  await server.held
  killed.signal('SIGKILL')
  const cut = await killed.finished
  await project.processesDownTo(0)
  expect(cut.stdout).toContain('[IMPL-2] AGENTOS_RUN=') // the set-up has shown its environment
  expect(cut.stdout).not.toMatch(/FORGE_TOKEN|GITHUB_TOKEN|another-token/)

  const { answered } = provider.statistics()
  const done = await run(['implement', '--all'], env)
  expect(done.code).toBe(0)
  const url = 'https://github.com/ada/lists/pull/3'
  expect(done.stdout).toContain(`[IMPL-2] pull request 3 on GitHub exists already: ${url}`)
  expect(done.stdout).toContain(`[agentos]   pull request   IMPL-2  ${url}`)
  expect(project.read(`${project.latestRun()}/summary.md`)).toContain(url)
  expect(provider.statistics().answered).toBe(answered)
  expect(server.count(OPEN)).toBe(1)
  expect(server.pulls).toMatchObject([
    { title: 'Issue 2: Search', base: 'trunk', head: { ref: BRANCH } },
  ])
  expect(server.pulls[0]?.body).toContain('Closes #2.')
  expect(ask('log', '--format=%s', `trunk..${BRANCH}`)).toContain('code: Search (#2)')
  expect(ask('show', `${BRANCH}:docs/reports/2-implementation-report.md`)).toContain('# Impl')

  const again = await run(['implement', '--all'], env)
  expect(again.stdout).toContain('Nothing to do for implement (1 done before).')
  expect(server.count(OPEN)).toBe(1)
  expect(project.list('.agentos/checkpoints')).toEqual([])
  expectNoToken(project, plan, cut, done, again)
})

test('approved code that could not be pushed is built upon, and pushed later without what came after the check', async () => {
  const { project, server, run } = await githubProject({
    github: { pullRequests: true, tokenFrom: 'env:FORGE_TOKEN' },
  })
  const env = { FORGE_TOKEN: TOKEN }
  const { origin, ask } = withOrigin({ project, server })
  for (const title of ['Tags', 'Notes'])
    server.add({ title, body: 'Offered by `src/list.js` too.\n\n- [ ] An item has them\n' })
  expect((await run(['lld', '3', '4'], env)).code).toBe(0)
  const hook = join(origin, 'hooks/update')
  mkdirSync(dirname(hook), { recursive: true })
  writeFileSync(hook, '#!/bin/sh\ncase $1 in */3-*) exit 1;; esac\n', { mode: 0o755 })
  const pushed = await run(['implement', '3', '4'], env)
  expect(pushed.code).toBe(1)
  expect(pushed.stdout).toContain('[IMPL-4] branch agentos/4-notes, from agentos/3-tags')
  expect(server.pulls).toMatchObject([{ head: { ref: 'agentos/4-notes' } }])

  const here = asker(project.root)
  const tags = 'agentos/3-tags'
  const checked = here('rev-parse', tags)
  const identity = ['-c', 'user.name=x', '-c', 'user.email=x@y']
  const later = here(...identity, 'commit-tree', '-p', tags, '-m', 'later', 'HEAD^{tree}')
  project.git('update-ref', `refs/heads/${tags}`, later)
  rmSync(hook)
  expect((await run(['implement', '3'], env)).code).toBe(0)
  expect(ask('rev-parse', tags)).toBe(checked)
  expect(server.pulls).toMatchObject([
    { head: { ref: 'agentos/4-notes' } },
    { head: { ref: tags } },
  ])
  expect(here('rev-parse', tags)).toBe(later)
})
