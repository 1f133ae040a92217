import { expect, test } from 'vitest'
import { keyValue, poolProject } from '../rig/pool-project.ts'
import { Project } from '../rig/project.ts'

const LIMITS = { requestsPerMinute: 10, requestsPerDay: 200 }

test('agentos credentials shows what can be used and what earlier runs found used up, writing nothing', async () => {
  const { project, run } = await poolProject({
    keys: [{ scope: 'house', concurrency: 2, limits: LIMITS }, { concurrency: 1 }],
    answer: ({ key }) => (key.endsWith('1') ? { error: 'day-quota' } : { text: 'Fine.' }),
  })
  const env = { POOL_KEY_1: keyValue(1), POOL_KEY_2: '' }
  const before = await project.agentos(['credentials'], { env })
  expect(before).toMatchObject({ code: 0, stderr: '' })
  expect(before.stdout).toMatch(
    /^key-1 +there +house +available +2 +10 requests a minute, 200 requests a day$/m,
  )
  expect(before.stdout).toMatch(
    /^key-2 +there +key-2 +missing \(POOL_KEY_2 is not set\) +1 +not set$/m,
  )
  expect(before.stdout).toContain('1 of 2 can be used.')
  expect(project.exists('.agentos')).toBe(false)

  await run({ calls: 3 })
  const files = project.list('.agentos')
  const after = await project.agentos(['credentials'], { env })
  expect(after.code).toBe(4)
  expect(after.stdout).toMatch(/^key-1 .* exhausted \(day's quota of claude-x until .*\) +2 /m)
  const json = await project.agentos(['credentials', '--json'], { env })
  expect(JSON.parse(json.stdout).credentials).toMatchObject([
    {
      id: 'key-1',
      state: 'exhausted',
      until: expect.any(Number),
      rests: [{ model: 'claude-x', why: 'day-quota' }],
    },
    { id: 'key-2', state: 'missing', variable: 'POOL_KEY_2', until: null },
  ])
  expect(project.list('.agentos')).toEqual(files)
  for (const { stdout } of [before, after, json]) expect(stdout).not.toContain('sk-Zq')

  const unknown = await project.agentos(['credentials', '--forget', 'key-9'], { env })
  expect(unknown).toMatchObject({ code: 2, stderr: expect.stringContaining('There are key-1.') })
  const paid = await project.agentos(['credentials', '--forget', 'key-1'], { env })
  expect(paid).toMatchObject({ code: 0, stderr: 'Forgot 1 exhausted quota of scope house.\n' })
  expect(paid.stdout).toMatch(/^key-1 .* available /m)
})

test('without credentials it says what to write, with exit 4', async () => {
  const { code, stderr } = await new Project().agentos(['credentials'])
  expect(code).toBe(4)
  expect(stderr).toMatch(
    /^error: No credentials are configured\.\n {2}Name them in agentos\.config\.mts, such as/,
  )
})

test('two credentials of one id are refused', async () => {
  const { project } = await poolProject({ keys: [{}, {}] })
  project.write('agentos.config.mjs', project.read('agentos.config.mjs').replace('key-2', 'key-1'))
  const { code, stderr } = await project.agentos(['credentials'])
  expect({ code, stderr }).toMatchObject({ code: 2 })
  expect(stderr).toContain('Two credentials have the id key-1.')
})
