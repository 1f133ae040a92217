/** GitHub over real HTTP, against a server of our own; time is a number that waiting moves. */
import { describe, expect, test } from 'vitest'
import { GitHubServer, REPOSITORY, TOKEN } from '../../test/rig/github-server.ts'
import type { Failure } from '../model/failure.ts'
import type { GitHubRequest, IssueToFile, PullToOpen } from '../model/github.ts'
import { Secret } from '../model/secrets/secret.ts'
import { GitHub } from './github.ts'

const LIST = `GET /repos/${REPOSITORY}/issues`
const CREATE = `POST /repos/${REPOSITORY}/issues`
const OPEN = `POST /repos/${REPOSITORY}/pulls`
const NOW = Date.UTC(2026, 10, 15)

describe('issues', () => {
  test('all pages of those with the label, without pull requests, with what they depend on', async () => {
    const { server, ask } = await connected()
    server.pageSize = 2
    server.add({ title: 'First', body: 'A\r\nline.' })
    server.add({ title: 'A pull request', isPull: true })
    server.add({ title: '  Second\tone ', body: 'Text.\n\n- Depends on #1, #3 and #5\n' })
    server.add({ title: 'Not ours', labels: ['other'] })
    server.add({ title: 'Closed', state: 'closed' })
    server.add({
      title: 'Front',
      body: '---\ndepends_on: [1, 3]\n---\n\nBelow.',
      labels: ['x', 'agentos'],
    })
    server.add({ title: 'Broken', body: '---\na: [\n---\n', labels: ['agentos'] })
    expect(await ask({ action: 'list-issues' })).toEqual([
      issue({ number: '1', title: 'First', body: 'A\nline.' }),
      issue({
        number: '3',
        title: 'Second one',
        body: 'Text.\n\n- Depends on #1, #3 and #5',
        dependsOn: ['1'],
      }),
      issue({
        number: '6',
        title: 'Front',
        body: 'Below.',
        labels: ['x', 'agentos'],
        dependsOn: ['1', '3'],
      }),
      issue({ number: '7', title: 'Broken', body: '---\na: [\n---' }),
    ])
    expect(server.count(LIST)).toBe(3)
  })

  test('one by its number, if it is open and has the label', async () => {
    const { server, ask } = await connected()
    server.add({ title: 'First' })
    server.add({ title: 'Other', labels: [] })
    expect(await ask({ action: 'read-issue', number: '1' })).toMatchObject({ title: 'First' })
    expect(await ask({ action: 'read-issue', number: '2' })).toBeNull()
    expect(await ask({ action: 'read-issue', number: '3' })).toBeNull()
  })
})

describe('filing', () => {
  test('created once, with marker and labels; later calls find it, also when it was closed', async () => {
    const { server, ask } = await connected()
    const created = await ask(file())
    expect(created).toEqual({
      number: 1,
      url: `https://github.com/${REPOSITORY}/issues/1`,
      how: 'created',
    })
    expect(server.issues).toMatchObject([{ title: 'Counting', labels: ['agentos', 'cli'] }])
    expect(await ask(file())).toMatchObject({ number: 1, how: 'found' })
    const [there] = server.issues
    if (there !== undefined) there.state = 'closed'
    expect(await ask(file())).toMatchObject({ number: 1, how: 'found' })
    // Another brief of the same name, after the first one is settled.
    expect(await ask(file({ inputHash: 'other' }))).toMatchObject({ number: 2, how: 'created' })
    expect(await ask({ action: 'list-issues' })).toMatchObject([{ body: 'Count up.' }])
  })

  test('an answer that is lost is no reason to file it twice', async () => {
    const { server, ask, pauses } = await connected()
    server.trouble = (route) =>
      route === CREATE && server.count(CREATE) === 1 ? 'lost' : undefined
    expect(await ask(file())).toMatchObject({ number: 1, how: 'found' })
    expect({ created: server.count(CREATE), issues: server.issues.length }).toEqual({
      created: 1,
      issues: 1,
    })
    expect(pauses).toHaveLength(1)
  })

  test('many at once, each looks after the one before has been created', async () => {
    const { server, ask } = await connected()
    const answers = await Promise.all([ask(file()), ask(file()), ask(file({ brief: 'other.md' }))])
    expect(answers).toMatchObject([{ number: 1 }, { number: 1 }, { number: 2 }])
    expect(server.count(CREATE)).toBe(2)
  })

  test('what was filed is brought up to date, unless somebody has changed it there', async () => {
    const { server, ask } = await connected()
    const { url } = (await ask(file())) as { url: string }
    const filed = { url, body: 'Count up.' }
    const again = file({ body: 'Count down.', inputHash: 'changed', filed })
    expect(await ask(again)).toMatchObject({ number: 1, how: 'updated' })
    expect(await ask(again)).toMatchObject({ number: 1, how: 'found' })
    const third = file({ body: 'Stop.', filed: { url, body: 'Nothing like it.' } })
    expect(await ask(third)).toMatchObject({ number: 1, how: 'kept' })
    expect(server.issues[0]?.body).toContain('Count down.')
  })

  test('a token that may not set labels files nothing', async () => {
    const { server, fail } = await connected()
    server.mayPush = false
    expect(await fail(file())).toMatchObject({ reason: 'github-failed', why: 'forbidden' })
    expect(server.issues).toEqual([])
  })

  test('a token of Actions files, whatever it says about pushing; labels that were dropped are noticed', async () => {
    const { server, ask } = await connected('ghs_tokenOfActions0123456789')
    server.mayPush = false
    expect(await ask(file())).not.toHaveProperty('droppedLabels')
    server.dropsLabels = true
    const other = await ask(file({ brief: 'other.md' }))
    expect(other).toMatchObject({ how: 'created', droppedLabels: ['agentos', 'cli'] })
  })
})

describe('access', () => {
  const ISSUES = { action: 'check-access', wants: 'issues' } as const
  const PULLS = { action: 'check-access', wants: 'pull-requests' } as const

  test('what is wanted may be done', async () => {
    const { server, ask } = await connected()
    expect([await ask(ISSUES), await ask(PULLS)]).toEqual([null, null])
    server.hasIssues = false
    expect(await ask(PULLS)).toBeNull()
    expect(server.asked.every((route) => route === `GET /repos/${REPOSITORY}`)).toBe(true)
  })

  test.each<[string, Partial<GitHubServer>, GitHubRequest, string, RegExp]>([
    ['an archived repository', { isArchived: true }, PULLS, 'refused', /is archived/],
    ['issues switched off', { hasIssues: false }, ISSUES, 'refused', /issues are switched off/],
    ['no right to write', { mayPush: false }, PULLS, 'forbidden', /cannot open pull requests/],
    ['no right to set labels', { mayPush: false }, ISSUES, 'forbidden', /drop the label agentos/],
  ])('%s is told before anything is written', async (_, change, request, why, message) => {
    const { server, fail } = await connected()
    Object.assign(server, change)
    const said = { why, message: expect.stringMatching(message) }
    expect(await fail(request)).toMatchObject({ reason: 'github-failed', ...said })
  })
})

describe('pull requests', () => {
  test('opened once, found afterwards; after it was merged another commit gets another one', async () => {
    const { server, ask } = await connected()
    server.commitOf = () => 'c1'
    expect(await ask(open())).toMatchObject({ number: 1, how: 'created' })
    expect(server.pulls).toMatchObject([{ base: 'trunk', body: 'What it does.\n\nCloses #4.\n' }])
    expect(await ask(open())).toMatchObject({ number: 1, how: 'found' })
    const [there] = server.pulls
    if (there !== undefined) there.state = 'closed'
    expect(await ask(open())).toMatchObject({ number: 1, how: 'found' })
    expect(await ask(open({ commit: 'c2', base: 'main' }))).toMatchObject({ number: 2 })
    expect(server.count(OPEN)).toBe(2)
  })

  test('one that somebody opened in between is taken', async () => {
    const { server, ask } = await connected()
    const theirs = { number: 9, state: 'open', title: 'Theirs', body: '', base: 'trunk' }
    server.trouble = (route) => {
      if (route === OPEN)
        server.pulls.push({ ...theirs, head: { ref: 'agentos/4-search', sha: 'x' } })
      return undefined
    }
    expect(await ask(open())).toMatchObject({ number: 9, how: 'found' })
    expect(server.pulls).toHaveLength(1)
  })
})

describe('trouble', () => {
  test.each([
    ['403', 403, { message: 'Resource not accessible' }, 'forbidden', /HTTP 403: Resource not/],
    ['404', 404, { message: 'Not Found' }, 'missing', /HTTP 404: Not Found/],
    [
      '422',
      422,
      {
        message: 'Validation Failed',
        errors: [{ message: 'too long' }, { field: 'title', code: 'missing' }],
      },
      'refused',
      /HTTP 422: Validation Failed; too long; title missing/,
    ],
  ])('%s is told as it is and asked once', async (_, status, body, why, message) => {
    const { server, fail } = await connected()
    server.trouble = () => ({ status, body })
    expect(await fail()).toEqual({
      reason: 'github-failed',
      repository: REPOSITORY,
      why,
      until: null,
      message: expect.stringMatching(message),
    })
    expect(server.asked).toHaveLength(1)
  })

  test('5xx is tried four times with growing pauses, then told; sooner it is only a delay', async () => {
    const { server, ask, fail, pauses } = await connected()
    server.trouble = () => ({ status: 502, body: '<h1>Bad gateway</h1>' })
    expect(await fail()).toMatchObject({ why: 'unavailable', message: 'HTTP 502: Bad gateway' })
    expect({ asked: server.asked.length, pauses }).toEqual({ asked: 4, pauses: [1000, 2000, 4000] })
    server.trouble = () => (server.asked.length === 5 ? { status: 500 } : undefined)
    expect(await ask({ action: 'list-issues' })).toEqual([])
  })

  test.each([
    ['retry-after', 429, { 'retry-after': '30' }, 30_000],
    [
      'a reset by its own clock',
      403,
      {
        'x-ratelimit-remaining': '0',
        'x-ratelimit-reset': '1060',
        date: new Date(1_000_000).toUTCString(),
      },
      60_000,
    ],
    ['no hint', 403, {}, 60_000],
  ])('a rate limit with %s is waited for', async (_, status, headers, pause) => {
    const { server, ask, pauses } = await connected()
    const body = { message: 'You have exceeded a secondary rate limit' }
    server.trouble = () => (server.asked.length === 1 ? { status, headers, body } : undefined)
    expect(await ask({ action: 'list-issues' })).toEqual([])
    expect(pauses).toEqual([pause])
  })

  test('a rate limit that lasts too long is told with its end, and nobody asks before', async () => {
    const { server, fail, pauses } = await connected()
    const headers = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': `${NOW / 1000 + 3600}` }
    const date = new Date(NOW).toUTCString()
    server.trouble = () => ({
      status: 403,
      headers: { ...headers, date },
      body: { message: 'limit' },
    })
    for (const _ of [1, 2])
      expect(await fail()).toMatchObject({ why: 'rate-limit', until: NOW + 3_600_000 })
    expect({ asked: server.asked.length, pauses }).toEqual({ asked: 1, pauses: [] })
  })

  test('where nothing can be reached, the code and the address are given, and nothing of the path', async () => {
    const { server, fail } = await connected()
    const { host } = new URL(server.url)
    server.trouble = () => 'lost'
    expect(await fail()).toMatchObject({ why: 'unreachable', message: `UND_ERR_SOCKET ${host}` })
    server.stop()
    expect(await fail()).toMatchObject({ why: 'unreachable', message: `ECONNREFUSED ${host}` })
  })

  test('an answer that is none of GitHub’s is asked for once, and the setting is named', async () => {
    const { server, fail, pauses } = await connected()
    server.trouble = () => ({
      status: 200,
      headers: { 'content-type': 'text/html' },
      body: '<p>Hello',
    })
    expect(await fail()).toMatchObject({
      why: 'unreadable',
      message: expect.stringMatching(/github\.baseUrl leads to 127\.0\.0\.1:\d+/),
    })
    server.trouble = () => ({ status: 200, body: [{ number: 'one' }] })
    expect(await fail()).toMatchObject({ why: 'unreadable' })
    const link = '<https://elsewhere.example/2>; rel="next"'
    server.trouble = () => ({ status: 200, headers: { link }, body: [] })
    expect(await fail()).toMatchObject({
      message: expect.stringMatching(/^the next page of its list is on another host/),
    })
    expect(pauses).toEqual([])
  })

  test('a token that is not accepted, and repeated, is not shown', async () => {
    const { server, fail } = await connected()
    const message = `No ${TOKEN}, no ${TOKEN.slice(0, 8)}****`
    server.trouble = () => ({ status: 401, body: { message } })
    expect(await fail()).toEqual({
      reason: 'no-credential',
      provider: 'GitHub',
      message: `GitHub does not accept the token from MY_TOKEN for ${REPOSITORY} (HTTP 401: No [secret github], no [secret github]).`,
    })
  })
})

async function connected(value = TOKEN) {
  const server = await GitHubServer.start()
  server.token = value
  const pauses: number[] = []
  let now = NOW
  const clock = {
    now: () => now,
    sleepUntil: async (at: number) => {
      pauses.push(Math.round(at - now))
      now = at
    },
  }
  const place = { owner: 'ada', name: 'lists', headOwner: 'ada', label: 'agentos' }
  const token = { secret: new Secret('github', value), variable: 'MY_TOKEN' }
  const options = { ...place, ...token, baseUrl: server.url, clock }
  const github = new GitHub({ ...options, random: () => 0 })
  const perform = (request: GitHubRequest) =>
    github.perform(request, { signal: new AbortController().signal, onRetry: () => {} })
  return {
    server,
    pauses,
    async ask(request: GitHubRequest): Promise<unknown> {
      const result = await perform(request)
      if (!result.ok) throw new Error(JSON.stringify(result.failure))
      return result.answer
    },
    async fail(request: GitHubRequest = { action: 'list-issues' }): Promise<Failure> {
      const result = await perform(request)
      if (result.ok) throw new Error('It worked.')
      return result.failure
    },
  }
}

function issue(words: object) {
  return { state: 'open', labels: ['agentos'], dependsOn: [], isOnGitHub: true, ...words }
}

function file(words: Partial<IssueToFile> = {}): GitHubRequest {
  const brief = { brief: 'ideas/count it --> up.md', inputHash: 'abc', filed: null }
  const text = { title: 'Counting', body: 'Count up.', labels: ['cli', 'x'.repeat(51)] }
  return { action: 'file-issue', issue: { ...brief, ...text, ...words } }
}

function open(words: Partial<PullToOpen> = {}): GitHubRequest {
  const text = { title: 'Issue 4: Search', body: 'What it does.\n', issue: '4' }
  const pull = { branch: 'agentos/4-search', commit: 'c1', base: null, ...text, ...words }
  return { action: 'open-pull', pull }
}
