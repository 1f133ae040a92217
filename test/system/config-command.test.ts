import { expect, test } from 'vitest'
import { Project } from '../rig/project.ts'

const CONFIG = `export default {
  limits: { itemTimeout: '90m' },
  implement: { test: 'TOKEN=a-key-out-of-place npm test' },
  providers: { own: { protocol: 'openai-chat', baseUrl: 'https://own.example/v1?k=hunter2' } },
  credentials: [
    { id: 'claude', provider: 'anthropic', from: 'env:CLAUDE_KEY' },
    { id: 'gemini', provider: 'google', from: 'env:GEMINI_KEY' },
  ],
}`

test('agentos config shows what holds and who said so, and no key wherever it stands', async () => {
  const project = new Project()
  project.write('agentos.config.mjs', CONFIG)
  const env = { CLAUDE_KEY: 'a-key-out-of-place', AGENTOS_LIMITS_RETRIES: '3' }
  const { code, stdout, stderr } = await project.agentos(
    ['config', '--set', 'limits.memory=2gb', '--set', 'models.drafter=own:m'],
    { env },
  )
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  const rows = new Map(stdout.split('\n').map((line) => [line.split(' ')[0], line]))
  expect(rows.get('limits.itemTimeout')).toMatch(/ agentos\.config\.mjs +1h30m$/)
  expect(rows.get('limits.retries')).toMatch(/ AGENTOS_LIMITS_RETRIES +3$/)
  expect(rows.get('limits.memory')).toMatch(/ --set +2 GB$/)
  expect(rows.get('models.drafter')).toMatch(/ --set +own:m$/)
  expect(rows.get('maxParallel')).toMatch(/ default +10$/)
  expect(rows.get('credentials.claude')).toMatch(/ anthropic, env:CLAUDE_KEY \(set\)$/)
  expect(rows.get('credentials.gemini')).toMatch(/ google, env:GEMINI_KEY \(not set\)$/)
  expect(rows.get('implement.base')).toMatch(/ default +the checked-out branch$/)
  expect(rows.get('implement.testFiles')).toMatch(/ default +by detection$/)
  expect(rows.get('github.label')).toMatch(/ default +agentos$/)
  expect(stdout).not.toMatch(/ not set$/m)
  expect(stdout).not.toMatch(/out-of-place|hunter2/)
  expect(project.list('.')).toEqual(['agentos.config.mjs'])

  const json = await project.agentos(['config', 'credentials', '--json'], { env })
  expect(json.stdout).not.toContain('out-of-place')
  expect(JSON.parse(json.stdout)).toMatchObject({
    schema: 'agentos.config/1',
    settings: [
      { path: 'credentials.claude', isSet: true, origin: { from: 'file' } },
      { path: 'credentials.gemini', isSet: false },
    ],
  })
  const unknown = await project.agentos(['config', 'limits.itemTimout'])
  expect(unknown).toMatchObject({
    code: 2,
    stderr: 'error: There is no setting "limits.itemTimout".\n  Did you mean limits.itemTimeout?\n',
  })
})
