import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Answer } from '../../src/mock-provider/answer.ts'
import { defaultAnswer } from '../../src/mock-provider/default-answer.ts'
import { testProvider } from '../rig/mock-models.ts'
import { Project } from '../rig/project.ts'

const CREDENTIALS = `credentials: [
  { id: 'claude', provider: 'anthropic', from: 'env:DOCTOR_CLAUDE' },
  { id: 'gemini', provider: 'google', from: 'env:DOCTOR_GEMINI' },
]`
const MODELS = `models: { drafter: 'anthropic:claude-sonnet-5', reviewer: 'google:gemini-3.8-flash' }`
const KEYS = { DOCTOR_CLAUDE: 'a-claude-secret', DOCTOR_GEMINI: 'a-gemini-secret,another-secret' }

test('all is well: every line is ok, nothing is written, no key is shown', async () => {
  const project = projectWith(`${MODELS}, ${CREDENTIALS}`)
  const { code, stdout, stderr } = await project.agentos(['doctor'], { env: KEYS })
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toMatch(/^ok +node +v24\./m)
  expect(stdout).toMatch(/^ok +model reviewer +google:gemini-3\.8-flash$/m)
  expect(stdout).toMatch(/^ok +model coder +The model of the drafter\.$/m)
  expect(stdout).toMatch(/^ok +credential gemini +google, from DOCTOR_GEMINI \(2 keys\)$/m)
  expect(stdout).toMatch(/^13 ok, 0 warnings, 0 errors\.$/m)
  expect(stdout).not.toContain('secret')
  expect(project.exists('.agentos')).toBe(false)
})

test('settings are taken as a run with the same flags would have them', async () => {
  const project = projectWith(`${MODELS}, ${CREDENTIALS}`)
  const flags = ['--set', 'models.reviewer=nobody:x', '--no-color']
  const { code, stdout } = await project.agentos(['doctor', ...flags], { env: KEYS })
  expect(stdout).toMatch(/^fail +model reviewer +.*unknown provider/m)
  expect(code).toBe(1)
})

test('what is missing is said with what to do about it', async () => {
  const project = projectWith(`${MODELS}, ${CREDENTIALS}`)
  const { code, stdout } = await project.agentos(['doctor'], {
    env: { DOCTOR_CLAUDE: KEYS.DOCTOR_CLAUDE },
  })
  expect(code).toBe(1)
  expect(stdout).toMatch(
    /^fail +model reviewer +google:gemini-3\.8-flash, but there is no key for google\.\n +Name a credential/m,
  )
  expect(stdout).toMatch(
    /^warn +credential gemini +DOCTOR_GEMINI is not set\.\n +Set DOCTOR_GEMINI/m,
  )
})

test.each([
  ['a setting that does not exist', 'maxParalel: 3', 'config', /there is no setting "maxParalel"/],
  [
    'one vendor where two are required',
    `models: { drafter: 'anthropic:a', reviewer: 'anthropic:b' }, requireOtherVendor: true, ${CREDENTIALS}`,
    'second opinion',
    /of one vendor/,
  ],
  ['an unknown provider', `models: { drafter: 'nobody:x' }`, 'model drafter', /unknown provider/],
  [
    'two credentials of one id',
    CREDENTIALS.replace("'gemini'", "'claude'").replace('DOCTOR_GEMINI', 'DOCTOR_CLAUDE'),
    'credentials',
    /the id claude/,
  ],
])('%s: fail, exit 1', async (_, config, name, detail) => {
  const { code, stdout } = await projectWith(config).agentos(['doctor', '--json'], { env: KEYS })
  expect(code).toBe(1)
  const { checks } = JSON.parse(stdout)
  expect(checks).toContainEqual({
    name,
    status: 'fail',
    detail: expect.stringMatching(detail),
    remedy: expect.any(String),
  })
})

test('an empty folder is only warned about; a damaged ledger is not', async () => {
  const project = new Project()
  const empty = await project.agentos(['doctor'])
  expect(empty.code).toBe(0)
  expect(empty.stdout).toMatch(/^warn +repository .* is not in a git repository/m)
  expect(empty.stdout).toMatch(/^warn +config +There is no agentos\.config\.mts/m)
  project.write(
    '.agentos/ledger.db',
    'no database, whatever it is called; and long enough to be looked at',
  )
  const damaged = await project.agentos(['doctor'])
  expect(damaged.code).toBe(1)
  expect(damaged.stdout).toMatch(/^fail +ledger +\.agentos\/ledger\.db cannot be read: /m)
})

test('what a killed git has left is named: ours with who removes it, another with what to do', async () => {
  const project = projectWith(`${MODELS}, ${CREDENTIALS}`)
  project.git('worktree', 'add', '--quiet', '-b', 'agentos/1-x', join(project.worktrees, '1'))
  project.write('.git/worktrees/1/locked', 'initializing')
  project.write('.git/refs/heads/agentos/1-x.lock', '')
  project.write('.git/packed-refs.lock', '')
  const { code, stdout } = await project.agentos(['doctor'], { env: KEYS })
  expect(code).toBe(0)
  expect(stdout).toMatch(
    /^warn +git locks +A killed git has left \.git\/refs\/heads\/agentos\/1-x\.lock, \.git\/worktrees\/1\/locked\.\n +The next run/m,
  )
  expect(stdout).toMatch(/^warn +git locks +There is \.git\/packed-refs\.lock\.\n +Unless a git/m)
})

function projectWith(config: string): Project {
  const project = new Project()
  project.git('init', '--quiet')
  project.write('agentos.config.mjs', `export default { ${config} }`)
  project.write('package.json', '{ "scripts": { "test": "node --test" } }')
  project.commit('.')
  return project
}

test('--online: one small call for each key, and what is wrong with which', async () => {
  const { url, statistics } = await testProvider((call, context) => {
    const trouble = TROUBLE[call.key.slice('key-for-'.length)]
    if (trouble !== undefined) return trouble
    expect(call.maxOutputTokens).toBeLessThan(100)
    return defaultAnswer(call, context)
  })
  const provider = (baseUrl: string) => ({ protocol: 'anthropic', baseUrl: `${baseUrl}/v1` })
  const own = (id: string) => ({ id, provider: 'house', from: `env:KEY_${id.toUpperCase()}` })
  const project = projectWith(
    JSON.stringify({
      models: {
        drafter: 'house:claude-x',
        reviewer: 'away:claude-x',
        third: 'house:claude-y',
        fourth: 'wrong:claude-x',
      },
      providers: {
        house: provider(url),
        away: provider('http://127.0.0.1:1'),
        wrong: provider(`${url}/nothing-here`),
      },
      credentials: [
        ...['good', 'bad', 'busy', 'lost'].map(own),
        { id: 'far', provider: 'away', from: 'env:KEY_GOOD' },
        { id: 'astray', provider: 'wrong', from: 'env:KEY_GOOD' },
      ],
      prices: { 'claude-x': { input: 3, output: 15 } },
    }).slice(1, -1),
  )
  const env = Object.fromEntries(
    ['good', 'bad', 'busy', 'lost'].map((id) => [`KEY_${id.toUpperCase()}`, `key-for-${id}`]),
  )
  const { code, stdout } = await project.agentos(['doctor', '--online', '--json'], { env })
  expect(code).toBe(1)
  const { checks } = JSON.parse(stdout) as { checks: { name: string }[] }
  const online = checks.filter(({ name }) => name.startsWith('online '))
  const check = (name: string, status: string, detail: RegExp) => ({
    ...{ name: `online ${name}`, status, detail: expect.stringMatching(detail) },
  })
  expect(online).toMatchObject([
    check('good', 'ok', /^house:claude-x, answered in [\d.]+m?s$/),
    check('good', 'warn', /^house:claude-y, answered in .*; its price is unknown\.$/),
    check('bad', 'fail', /^house:claude-x: the key is rejected\.$/),
    check('bad', 'fail', /^house:claude-y: the key is rejected\.$/),
    check('busy', 'warn', /^house:claude-x: rate-limited\.$/),
    check('busy', 'warn', /^house:claude-y: rate-limited\.$/),
    check('lost', 'fail', /^house:claude-x: the provider knows no such model\.$/),
    check('lost', 'fail', /^house:claude-y: the provider knows no such model\.$/),
    check(
      'far',
      'fail',
      /^away:claude-x: Cannot reach provider away \(ECONNREFUSED 127\.0\.0\.1:1\): connection refused/,
    ),
    check('astray', 'fail', /^wrong:claude-x: HTTP 404 from 127\.0\.0\.1:\d+\.$/),
  ])
  expect(statistics().requests).toBe(9)
  expect(stdout).not.toContain('key-for-')
  expect(project.exists('.agentos')).toBe(false)
})

const TROUBLE: Readonly<Record<string, Answer>> = {
  bad: { error: 'invalid-key' },
  busy: { error: 'rate', retryAfterMs: 60_000 },
  lost: { error: 'not-found' },
}
