/** Folders of documents: where the config says, and a warning if what is written there would not last. */
import { mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { implementProject, lastKept } from '../rig/implement-project.ts'
import { lldProject } from '../rig/lld-project.ts'
import type { Project } from '../rig/project.ts'

const TEST = 'node --test-isolation=none --test'
const IMPORTS = `import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
`
const FOLDERS = { designs: 'notes/lld', lineage: 'notes/lineage', reports: 'notes/reports' }

/** Its docs are made by typedoc, which empties their folder; one test is red, one is flaky. */
function generatedDocs(made: Project, config: object = {}): void {
  const scripts = { test: TEST, 'docs:build': 'typedoc src/index.ts' }
  made.write('package.json', `${JSON.stringify({ name: 'x', type: 'module', scripts })}\n`)
  made.write('docs/index.html', '<html></html>\n')
  const counter = JSON.stringify(`${made.root}/.git/counter`)
  made.write('.git/counter', '0')
  made.write(
    'test/day.test.js',
    `${IMPORTS}
test('sorts by day', () => assert.equal([3, 1].sort()[0], 3))
test('is on time', () => {
  const count = Number(readFileSync(${counter}, 'utf8')) + 1
  writeFileSync(${counter}, String(count))
  assert.equal(count % 2, 0)
})
`,
  )
  made.write('agentos.config.mjs', `export default ${JSON.stringify(config)}\n`)
}

test('a generated folder is warned of once, before a model is asked, with the reason and the settings', async () => {
  const { project, args } = await implementProject({ designs: ['2'], before: generatedDocs })
  const warning =
    'Warning: docs/lineage, docs/reports: docs is generated: `npm run docs:build` (typedoc) writes it. Documents there would be lost; set folders.lineage, folders.reports to another folder.'
  const plan = await project.agentos(args('2', '--dry-run'))
  expect(plan.stdout).toContain(warning)
  const { code, stdout } = await project.agentos(args('2', '-v'))
  expect(code).toBe(0)
  expect(stdout.split(warning)).toHaveLength(2)
  expect(stdout.indexOf(warning)).toBeLessThan(stdout.indexOf('implement.tests: '))
  const none = await project.agentos(
    args('2', '--dry-run', '--fresh', '--set', 'implement.reports=none'),
  )
  expect(none.stdout).toContain('Warning: docs/lineage: docs is generated')

  // Its advice is followed: the documents are moved, and all that was approved still counts.
  project.write('agentos.config.mjs', `export default ${JSON.stringify({ folders: FOLDERS })}\n`)
  mkdirSync(join(project.root, 'notes'))
  for (const name of ['lld', 'lineage'])
    renameSync(join(project.root, 'docs', name), join(project.root, 'notes', name))
  const moved = await project.agentos(args('--all', '--dry-run'))
  expect(moved.stdout).toContain('Plan: implement for 0 items')
  expect(moved.stdout).not.toContain('Warning')
  expect(moved.stdout).toContain('IMPL-2: done already')
})

test('in folders of the config all is where it should be, and a build of the docs takes nothing away', async () => {
  const { project, args, ask, provider } = await implementProject({
    designs: ['2'],
    before: (made) => generatedDocs(made, { folders: FOLDERS }),
  })
  const run = await project.agentos(args('2'))
  expect({ code: run.code, out: run.stdout }).toMatchObject({ code: 0 })
  expect(run.stdout).not.toContain('Warning')
  expect(project.list('docs')).toEqual(['index.html'])
  expect(project.list('notes')).toEqual(['lineage', 'lld'])
  const changed = ask('diff', '--name-only', 'master...agentos/2-search').split('\n')
  expect(changed).toEqual([
    'notes/reports/2-implementation-report.md',
    'src/search.js',
    'test/search.test.js',
  ])
  const report = ask('show', 'agentos/2-search:notes/reports/2-implementation-report.md')
  expect(report).toContain('from `notes/lld/LLD-2.md`')
  expect(report).toContain('Known red: test/day.test.js > sorts by day failed before anything was')
  expect(report).toContain('Flaky: test/day.test.js > is on time failed and passed on the same')
  expect(report).toContain('3 new tests. Before the code: 3 new tests, none of which can run')
  expect(report).toContain('0 refused proposals.')
  expect(report).not.toContain('Refused,')
  expect(lastKept(project, '2', 'test-report', FOLDERS.lineage)).toContain('## New tests')

  const { answered } = provider.statistics()
  expect((await project.agentos(args('2'))).stdout).toContain('Nothing to do')
  const [id = ''] = /r-[0-9a-f]{8}/.exec(run.stdout) ?? []
  await project.agentos(['report', id, '--format', 'html', '--output', 'page.html'])
  expect(project.read('page.html')).toContain('notes/lineage/2-implement/')

  expect(provider.statistics().answered).toBe(answered)
})

test('a folder that git ignores is warned of with the pattern', async () => {
  const { project, args } = await lldProject()
  project.write('.gitignore', 'node_modules\ndocs/\n')
  const { code, stdout } = await project.agentos(args('2'))
  expect(code).toBe(0)
  expect(stdout).toContain(
    'Warning: docs/lld, docs/lineage: documents there are ignored by git (.gitignore:2: docs/) and would not be committed; set folders.designs, folders.lineage to another folder.',
  )
})
