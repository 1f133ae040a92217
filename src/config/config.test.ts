import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../test/rig/temporary-folder.ts'
import { loadConfig, loadLayers } from './load-config.ts'
import { parseDuration } from './measure.ts'
import { configSchema } from './schema.ts'
import { environmentName, SETTING_PATHS } from './setting-paths.ts'
import { settingsOf } from './settings.ts'

test.each([
  ['250ms', 250],
  ['90s', 90_000],
  ['1.5h', 5_400_000],
  ['15m', 900_000],
])('%s is %d ms', (text, ms) => {
  expect(parseDuration(text)).toBe(ms)
})

test.each(['', '5', 'm', '-1s', '0s', '1d', '5 m', '1e9h'])('%j is no duration', (text) => {
  expect(parseDuration(text)).toBeUndefined()
})

test('every setting has a variable of its own', () => {
  expect(SETTING_PATHS.map(environmentName)).toContain('AGENTOS_LIMITS_ITEM_TIMEOUT')
  expect(new Set(SETTING_PATHS.map(environmentName)).size).toBe(SETTING_PATHS.length)
})

test('without anything said, everything has its default, and nothing can be changed', async () => {
  const config = await loadConfig({
    root: temporaryFolder(),
    file: undefined,
    environment: {},
    flags: [],
  })
  expect(config).toEqual({
    maxParallel: 10,
    limits: {
      itemTimeout: 3_600_000,
      idleTimeout: 600_000,
      runTimeout: 21_600_000,
      memory: 4 * 1024 ** 3,
      log: 100 * 1024 ** 2,
      restarts: 2,
      callTimeout: 300_000,
      streamIdle: 60_000,
      retries: 5,
      runCost: 10,
      itemCost: 2,
      outputTokens: 16_000,
    },
    models: {},
    aliases: {},
    tracing: { content: false },
    requireOtherVendor: false,
    credentials: [],
    providers: {},
    commands: { environment: [] },
    evidence: {},
    folders: { designs: 'docs/lld', lineage: 'docs/lineage', reports: 'docs/reports' },
    implement: {
      judgeBy: 'counts',
      testPaths: [],
      allowedPaths: expect.arrayContaining(['**/*.snap']),
      appendOnly: expect.arrayContaining(['docs/{index,SUMMARY}.{md,rst}']),
      reports: 'one',
      commandTimeout: 600_000,
    },
    prices: {},
    prompts: {},
    workflows: {},
  })
  expect(Object.isFrozen(config) && Object.isFrozen(config.limits)).toBe(true)
})

test.each([
  ['github.lable', 'ready', 'there is no setting "github.lable"'],
  ['github.repository', 'lists', 'github.repository is "lists"; expected owner/name'],
  ['implement.judgeBy', 'trust', 'implement.judgeBy is "trust"; expected counts or exit-code'],
  ['implement.checks', '5', 'expected a shell command, a list of them, or false'],
  ['implement.commitMessage', 'angular', 'expected conventional, plain, or a template with'],
  ['implement.commitMessage', '{kind}: {subject}', '{kind} is none of {type}, {scope}, {subject}'],
  ['implement.commitMessage', 'x\n\n{subject}', '{subject} or {title} in its first line'],
  ['implement.commitMessage', '{title}\n{issue}', 'with an empty second line'],
  ['github.label', 'one,two', 'expected 1 to 50 characters without a comma'],
  ['github.baseUrl', 'http://example.com', 'expected a URL with https'],
  ['github.tokenFrom', 'ghp_abc', 'github.tokenFrom is not shown here; expected env:<VARIABLE>'],
  ['evidence.signingKey', '-----BEGIN OPENSSH PRIVATE KEY-----\nb3', 'is not shown here; expected'],
])('%s=%s is refused', async (path, value, message) => {
  const flags = [{ path, value, flag: '--set' }]
  const loading = loadConfig({ root: temporaryFolder(), file: undefined, environment: {}, flags })
  await expect(loading).rejects.toThrow(message)
})

test.each([
  ['models.reviewer.reasoning', 'much', 'expected none, minimal, low, medium, high, xhigh or max'],
  ['models.reviewer.reasoning', 'much', 'models.reviewer.reasoning is "much"'],
  ['models.reviewer.temperature', '3', 'expected a number from 0 to 2'],
  ['models.reviewer.maxOutputTokens', '0', 'expected a whole number from 256'],
  ['models.reviewer.effort', 'high', 'there is no setting "models.reviewer.effort"'],
  ['models.reviewer', 'gemini', 'models.reviewer.model is "gemini"; expected provider:model'],
])('%s=%s is refused', async (path, value, message) => {
  const flags = [{ path, value, flag: '--set' }]
  const loading = loadConfig({ root: temporaryFolder(), file: undefined, environment: {}, flags })
  await expect(loading).rejects.toThrow(message)
})

test('a role is a model, or a model with how it is asked; each layer adds to the one below', async () => {
  const root = temporaryFolder()
  writeFileSync(
    join(root, 'agentos.config.mjs'),
    `export default { models: {
      drafter: 'anthropic:a',
      reviewer: { model: 'google:b', reasoning: 'high', temperature: 0.2, maxOutputTokens: undefined },
      judge: { model: 'openai:c', maxOutputTokens: 32000 },
    } }`,
  )
  const { config, layers } = await loadLayers({
    root,
    file: undefined,
    environment: {
      AGENTOS_MODELS_CODER_REASONING: 'xhigh',
      AGENTOS_MODELS_DRAFTER_REASONING: 'low',
    },
    flags: [
      { path: 'models.reviewer', value: 'google:d', flag: '--set' },
      { path: 'models.reviewer.maxOutputTokens', value: '8000', flag: '--set' },
      { path: 'models.judge', value: 'openai:e', flag: '--set' },
    ],
  })
  expect(config.models).toEqual({
    drafter: { model: 'anthropic:a', reasoning: 'low' },
    reviewer: { model: 'google:d', reasoning: 'high', temperature: 0.2, maxOutputTokens: 8000 },
    judge: { model: 'openai:e', maxOutputTokens: 32_000 },
    coder: { reasoning: 'xhigh' },
  })
  const rows = settingsOf(config, layers).filter(({ path }) => path.startsWith('models'))
  expect(rows.map(({ path, value, origin }) => [path, value, origin.name])).toEqual([
    ['models.drafter.model', 'anthropic:a', 'agentos.config.mjs'],
    ['models.drafter.reasoning', 'low', 'AGENTOS_MODELS_DRAFTER_REASONING'],
    ['models.reviewer.model', 'google:d', '--set'],
    ['models.reviewer.reasoning', 'high', 'agentos.config.mjs'],
    ['models.reviewer.maxOutputTokens', 8000, '--set'],
    ['models.reviewer.temperature', 0.2, 'agentos.config.mjs'],
    ['models.judge.model', 'openai:e', '--set'],
    ['models.judge.maxOutputTokens', 32_000, 'agentos.config.mjs'],
    ['models.coder.reasoning', 'xhigh', 'AGENTOS_MODELS_CODER_REASONING'],
  ])
})

test.each([
  ['openai-compatible', 'yaml', 'expected schema, json, tool or prompt'],
  ['anthropic', 'json', 'Anthropic has no JSON mode: expected schema, tool or prompt'],
])('%s cannot be asked for answers by %s', async (protocol, structured, message) => {
  const root = temporaryFolder()
  const own = { protocol, baseUrl: 'https://host/v1', structured }
  writeFileSync(
    join(root, 'agentos.config.mjs'),
    `export default ${JSON.stringify({ providers: { own } })}`,
  )
  const loading = loadConfig({ root, file: undefined, environment: {}, flags: [] })
  await expect(loading).rejects.toThrow(`providers.own.structured is "${structured}"; ${message}`)
})

test.each(['ftp://host/v1', 'https://me:pw-1234@host/v1', 'host'])(
  '%s is no address to send keys to, and a password in it is not shown',
  async (baseUrl) => {
    const root = temporaryFolder()
    const providers = { own: { protocol: 'openai', baseUrl } }
    const text = `export default ${JSON.stringify({ providers })}`
    writeFileSync(join(root, 'agentos.config.mjs'), text)
    const loading = loadConfig({ root, file: undefined, environment: {}, flags: [] })
    await expect(loading).rejects.toThrow('providers.own.baseUrl is not shown here; ')
  },
)

test('a token where a setting belongs is refused without being shown', async () => {
  const environment = { AGENTOS_GITHUB_TOKEN: 'ghp_abc' }
  const loading = loadConfig({ root: temporaryFolder(), file: undefined, environment, flags: [] })
  await expect(loading).rejects.toThrow(
    'There is no setting for the variable AGENTOS_GITHUB_TOKEN.',
  )
})

test('a part that is no group of settings is refused', async () => {
  const flags = [{ path: 'limits', value: '3', flag: '--set' }]
  const loading = loadConfig({ root: temporaryFolder(), file: undefined, environment: {}, flags })
  await expect(loading).rejects.toThrow('--set: limits is 3')
})

test.each(['50mb', '1', '1tb', 'much'])('%s is no size for a limit of memory', async (value) => {
  const flags = [{ path: 'limits.memory', value, flag: '--set' }]
  const loading = loadConfig({ root: temporaryFolder(), file: undefined, environment: {}, flags })
  await expect(loading).rejects.toThrow('expected a size from 100mb')
})

test('of every setting it is known who said it last, also of members of tables and of credentials', async () => {
  const root = temporaryFolder()
  writeFileSync(
    join(root, 'agentos.config.mjs'),
    `export default {
      maxParallel: 3, limits: { retries: 1, restarts: 1 }, models: { drafter: 'google:a', reviewer: 'google:b' },
      credentials: [{ id: 'gemini', provider: 'google', from: 'env:KEY' }],
    }`,
  )
  const { config, layers } = await loadLayers({
    root,
    file: undefined,
    environment: { AGENTOS_LIMITS_RETRIES: '2', AGENTOS_LIMITS_RESTARTS: '2' },
    flags: [
      { path: 'limits.restarts', value: '4', flag: '--set' },
      { path: 'models.drafter', value: 'openai:c', flag: '--set' },
      { path: 'limits.runTimeout', value: '2h', flag: '--timeout' },
    ],
  })
  const settings = settingsOf(config, layers)
  const said = settings.filter(({ origin }) => origin.from !== 'default')
  expect(said.map(({ path, value, origin }) => [path, value, origin.from, origin.name])).toEqual([
    ['maxParallel', 3, 'file', 'agentos.config.mjs'],
    ['limits.runTimeout', 7_200_000, 'flag', '--timeout'],
    ['limits.restarts', 4, 'flag', '--set'],
    ['limits.retries', 2, 'environment', 'AGENTOS_LIMITS_RETRIES'],
    ['models.drafter', 'openai:c', 'flag', '--set'],
    ['models.reviewer', 'google:b', 'file', 'agentos.config.mjs'],
    ['credentials.gemini', config.credentials[0], 'file', 'agentos.config.mjs'],
  ])
  expect(settings.find(({ path }) => path === 'limits.memory')).toMatchObject({ unit: 'bytes' })
  expect(settings.find(({ path }) => path === 'implement.commandTimeout')).toMatchObject({
    value: 600_000,
    unit: 'ms',
  })
})

test.each([
  '../notes',
  '/notes',
  'a/../b',
  'a/./b',
  'a//b',
  '.git/x',
  '.agentos',
  'notes/',
  '-x',
  'a/-x',
  '',
])('the folder %j is none for documents', (lineage) => {
  const [issue] = configSchema.safeParse({ folders: { lineage } }).error?.issues ?? []
  expect(issue?.message).toContain('expected a folder below the root of the repository')
})

test.each(['notes', '.notes/lineage', 'docs/agentos'])('the folder %j is one', (lineage) => {
  expect(configSchema.parse({ folders: { lineage } }).folders.lineage).toBe(lineage)
})
