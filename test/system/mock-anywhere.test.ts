/** The mock provider in projects of other people: code and tests for their runners, and a refusal where it has none. */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, symlinkSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { Project } from '../rig/project.ts'

const MODULES = fileURLToPath(new URL('../../node_modules', import.meta.url))
const HAS_PYTEST = spawnSync('python3', ['-m', 'pytest', '--version']).status === 0

/** The third of three kinds of answers: right at once, so that tests run no more often than they must. */
const ISSUE = `# Undo it\n\n- [ ] Undo restores what's there, as "it" was\n- [ ] Undo without a change says so\n`

interface Runner {
  readonly files: Readonly<Record<string, string>>
  /** Of ours, for a project that would install it. */
  readonly program?: string
  readonly command: string
  readonly added: readonly string[]
}

const commonJs = (script: string) =>
  JSON.stringify({ name: 'any', type: 'commonjs', scripts: { test: script } })

const VITEST: Runner = {
  files: {
    'package.json': JSON.stringify({ type: 'module', devDependencies: { vitest: '5.1.0' } }),
    'tsconfig.json': '{ "compilerOptions": { "moduleResolution": "bundler" } }\n',
    'src/counter.ts': 'export const count = 1\n',
  },
  program: 'vitest',
  command: 'vitest run',
  added: ['src/undo-it.ts', 'test/undo-it.test.ts'],
}

const MOCHA: Runner = {
  files: {
    'package.json': commonJs('mocha'),
    'index.js': 'exports.one = 1\n',
    'test/test.js': "it('adds', () => require('node:assert').equal(1, 1))\n",
  },
  program: 'mocha',
  command: 'mocha',
  added: ['test/undo-it.js', 'undo-it.js'],
}

const NODE: Runner = {
  files: { 'package.json': commonJs('node --test') },
  command: 'node --test',
  added: ['src/undo-it.js', 'test/undo-it.test.js'],
}

const PYTEST: Runner = {
  files: {
    'pyproject.toml': '[tool.pytest.ini_options]\npythonpath = ["src"]\n',
    'src/mypkg/__init__.py': '',
    'tests/test_app.py':
      'import mypkg\n\n\ndef test_app():\n    assert mypkg.__name__ == "mypkg"\n',
  },
  command: 'python3 -B -m pytest -p no:cacheprovider',
  added: ['src/mypkg/undo_it.py', 'tests/test_undo_it.py'],
}

/** From an issue to a branch whose tests pass by the project's own command. */
async function built({ files, program, command, added }: Runner): Promise<void> {
  const project = new Project()
  const ask = (...words: string[]) =>
    execFileSync('git', words, { cwd: project.root, encoding: 'utf8', stdio: 'pipe' })
  for (const [path, text] of Object.entries(files)) project.write(path, text)
  project.write('.gitignore', 'node_modules\n.agentos\n__pycache__\n')
  project.write('issues/3-undo-it.md', ISSUE)
  const bin = join(project.root, 'node_modules/.bin')
  mkdirSync(bin, { recursive: true })
  if (program !== undefined) {
    symlinkSync(join(MODULES, program), join(project.root, 'node_modules', program))
    symlinkSync(join(MODULES, '.bin', program), join(bin, program))
  }
  project.git('init', '--quiet', '--initial-branch=main')
  project.commit('.')

  const env = {
    XDG_DATA_HOME: join(project.root, 'node_modules/.data'), // vitest writes there
    PYTEST_DISABLE_PLUGIN_AUTOLOAD: '1', // those of this machine take seconds to load
  }
  const designed = await project.agentos(['lld', '--all', '--mock'], { env })
  expect(designed, designed.stdout).toMatchObject({ code: 0 })
  project.commit('.')
  const made = await project.agentos(['implement', '--all', '--mock'], { env })
  expect(made, made.stdout).toMatchObject({ code: 0 })

  const branch = 'agentos/3-undo-it'
  const changed = ask('diff', '--name-only', 'main', branch, '--', ':!docs').trim().split('\n')
  expect(changed).toEqual(added)
  project.git('switch', '--quiet', branch)
  const PATH = [bin, process.env.PATH].join(delimiter)
  const byHand = spawnSync('/bin/sh', ['-c', command], {
    cwd: project.root,
    encoding: 'utf8',
    env: { ...process.env, ...env, PATH, NODE_TEST_CONTEXT: undefined, CI: '1', VITEST: undefined },
  })
  expect(byHand, byHand.stdout).toMatchObject({ status: 0 })
}

// All at once: half of its time each of them waits.
test(`an issue becomes tested code with vitest, mocha, node:test${HAS_PYTEST ? ' and pytest' : ' (pytest left out: this python3 has none)'}`, async () => {
  const runners = [VITEST, MOCHA, NODE, ...(HAS_PYTEST ? [PYTEST] : [])]
  const ended = await Promise.allSettled(runners.map(built))
  for (const end of ended) if (end.status === 'rejected') throw end.reason
})

test('where it cannot write tests, the plan is refused, with what it can write and the demo', async () => {
  const project = new Project()
  project.write('go.mod', 'module any\n')
  project.write('issues/3-undo-it.md', ISSUE)
  project.git('init', '--quiet')
  project.commit('.')
  for (const command of ['lld', 'implement']) {
    const refused = await project.agentos([command, '--all', '--mock', '--dry-run'])
    expect(refused).toMatchObject({ code: 2, stdout: '' })
    expect(refused.stderr).toContain(
      'The mock provider cannot write code for this project: its tests are run by `go test -v ./...` (Go, known from go.mod). It writes JavaScript and TypeScript with tests of node:test, vitest, jest or mocha, and Python with tests of pytest.',
    )
    expect(refused.stderr).toContain('agentos demo')
  }
})
