import { expect, test } from 'vitest'
import { Project } from '../rig/project.ts'

/** Whatever the machine has set, a test starts without. */
const NO_KEYS = {
  ...{ ANTHROPIC_API_KEY: '', OPENAI_API_KEY: '', GEMINI_API_KEY: '' },
  ...{ GOOGLE_API_KEY: '', GOOGLE_GENERATIVE_AI_API_KEY: '' },
}

function newProject(): Project {
  const project = new Project()
  project.git('init', '--quiet')
  project.write('package.json', '{ "type": "module", "scripts": { "test": "node --test" } }\n')
  project.write('issues/1-search.md', '# Search\n\n- [ ] Finds a word\n')
  return project
}

test('keys of two vendors: a config with their models, which works, and no key anywhere', async () => {
  const project = newProject()
  project.write('package-lock.json', '{}\n')
  const env = {
    ...NO_KEYS,
    ANTHROPIC_API_KEY: 'sk-ant-secret-one',
    GOOGLE_API_KEY: 'AIza-secret-two,AIza-secret-three',
  }
  const { code, stdout, stderr } = await project.agentos(['init'], { env, in: 'issues' })
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toBe(`Wrote agentos.config.mts.

  Models       drafter anthropic:claude-sonnet-5, reviewer google:gemini-3.8-flash
  Credentials  anthropic from ANTHROPIC_API_KEY, google from GOOGLE_API_KEY
  Tests        node --test (known from the script "test" of package.json)
  Set-up       npm ci
  Sources      0 briefs in ideas/, 1 issue in issues/, 0 designs in docs/lld/

Next:  agentos lld --all --dry-run
`)
  expect(project.read('agentos.config.mts')).toBe(`import { defineConfig } from 'agentos'

export default defineConfig({
  // One writes, the other reviews; two vendors see more than one.
  models: { drafter: 'anthropic:claude-sonnet-5', reviewer: 'google:gemini-3.8-flash' },
  // Keys stay in the environment; a variable may hold several, separated by commas.
  credentials: [
    { id: 'anthropic', provider: 'anthropic', from: 'env:ANTHROPIC_API_KEY' },
    { id: 'google', provider: 'google', from: 'env:GOOGLE_API_KEY' },
  ],
  // Tests: node --test (known from the script "test" of package.json). Another command: implement: { test: '…' }
  implement: { setup: 'npm ci' },
})
`)
  project.commit('.')
  const doctor = await project.agentos(['doctor'], { env })
  expect(doctor.stdout).toContain('0 warnings, 0 errors.')
  const plan = await project.agentos(['lld', '--all', '--dry-run'], { env })
  expect(plan.stdout).toMatch(
    /LLD-1 {2}1 .*\n\nCredentials: anthropic available · google-1 available · google-2 available\nEstimate: 3 to 14 model calls, \$0\.\d\d to \$0\.\d\d .*Budget: \$10\.00 \(--max-cost\)\.\n/,
  )
})

test('no key: the config says what to set, and the next step works offline', async () => {
  const project = newProject()
  const { code, stdout } = await project.agentos(['init'], { env: NO_KEYS })
  expect(code).toBe(0)
  expect(stdout).toContain('Models       none: no key is set (ANTHROPIC_API_KEY, GEMINI_API_KEY,')
  const next = /^Next: {2}agentos (.+)$/m.exec(stdout)?.[1] ?? ''
  expect(next).toBe('lld --all --dry-run --mock')
  expect((await project.agentos(next.split(' '), { env: NO_KEYS })).code).toBe(0)
})

test('one vendor plays both roles, and that is said', async () => {
  const project = newProject()
  const env = { ...NO_KEYS, OPENAI_API_KEY: 'sk-secret-four' }
  const { stdout } = await project.agentos(['init'], { env })
  expect(stdout).toContain('drafter openai:gpt-5.6-terra, reviewer openai:gpt-5.6-terra')
  expect(stdout).toContain('an API key of a second vendor allows reviews by another vendor')
})

test('nothing to work on yet: a brief is the next step', async () => {
  const project = new Project()
  const { code, stdout } = await project.agentos(['init'], { env: NO_KEYS })
  expect(code).toBe(0)
  expect(stdout).toContain('Tests        none found; agentos implement needs implement.test')
  expect(stdout).toContain('Next:  write a brief into ideas/<name>.md, then  agentos issue --all')
})

test.each(['agentos.config.mts', 'agentos.config.ts', 'agentos.config.mjs'])(
  'an existing %s stays as it is: exit 2',
  async (name) => {
    const project = newProject()
    project.write(name, 'export default {}\n')
    const { code, stdout, stderr } = await project.agentos(['init'], { env: NO_KEYS })
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toBe(
      `error: There is a config file already: ${name}.\n  It was not changed. Check it with \`agentos doctor\`.\n`,
    )
    expect(project.read(name)).toBe('export default {}\n')
  },
)
