/** A project with habits: commit hooks, a red and a flaky test, a changelog that every item touches, a generated `docs/`. */
import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { implementProject } from '../rig/implement-project.ts'
import type { Project } from '../rig/project.ts'

const ISSUES = {
  '9-tags.md': '# Tags\n\nListed in `CHANGELOG.md`.\n\n- [ ] An item has tags\n',
  '12-colours.md': '# Colours\n\nListed in `CHANGELOG.md`.\n\n- [ ] An item has a colour\n',
}
const NAMES = ['9', '12']
const BRANCHES = ['agentos/9-tags', 'agentos/12-colours']
const MERGE = ['-c', 'user.name=t', '-c', 'user.email=t@t', 'merge', '--quiet', '--no-edit']

/** As commitlint judges with its conventional rules, as far as they matter here. */
const LINT = `import { readFileSync } from 'node:fs'
const [subject = ''] = readFileSync(process.argv[2], 'utf8').split('\\n')
const isGood = /^Merge |^(feat|fix|test|docs|chore|refactor)(\\([\\w-]+\\))?: [^A-Z].{0,70}[^.]$/.test(subject)
if (!isGood) console.error('subject may not be: ' + subject)
process.exit(isGood ? 0 : 1)
`

/** Fails in every other run of a worktree. */
const FLAKY = `import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'

test('sometimes fails', () => {
  const file = execFileSync('git', ['rev-parse', '--absolute-git-dir'], { encoding: 'utf8' }).trim() + '/flaky'
  const hasRun = existsSync(file)
  if (hasRun) rmSync(file)
  else writeFileSync(file, '')
  assert.ok(hasRun)
})
`

function withHabits(project: Project): void {
  project.write('CHANGELOG.md', '# Changelog\n\n- A list\n')
  project.write('.gitattributes', 'CHANGELOG.md merge=union\n')
  project.write(
    'commitlint.config.js',
    "export default { extends: ['@commitlint/config-conventional'] }\n",
  )
  project.write('lint.mjs', LINT)
  project.write('.husky/commit-msg', '#!/bin/sh\nnode lint.mjs "$1"\n')
  chmodSync(join(project.root, '.husky/commit-msg'), 0o755)
  project.write('typedoc.json', '{ "entryPoints": ["src"], "out": "docs" }\n')
  project.write(
    'test/red.test.js',
    "import assert from 'node:assert/strict'\nimport { test } from 'node:test'\n\ntest('has always failed', () => assert.equal(1, 2))\n",
  )
  project.write('test/flaky.test.js', FLAKY)
}

test('two items of a project with habits end as done, by its rules, and both merge', async () => {
  const { project, args, ask } = await implementProject({
    ...{ issues: ISSUES, designs: NAMES, before: withHabits },
  })
  project.git('config', 'core.hooksPath', '.husky')
  expect(() => ask('commit', '--allow-empty', '--message', 'Not by the rules.')).toThrow()
  const { code, stdout } = await project.agentos(args(...NAMES, '--parallel=2'))
  expect(stdout).toMatch(/2 done/)
  expect(code).toBe(0)
  for (const branch of BRANCHES) {
    const subjects = ask('log', '--format=%s', `master..${branch}`).split('\n')
    for (const subject of subjects) expect(subject).toMatch(/^(test|feat|docs)(\([\w-]+\))?: [a-z]/)
    const report = ask('ls-tree', '-r', '--name-only', branch)
      .split('\n')
      .filter((path) => path.includes('report'))
    expect(report).toHaveLength(1)
    const text = ask('show', `${branch}:${report[0]}`)
    expect(text).toContain('has always failed')
    expect(text).toContain('sometimes fails')
  }
  for (const branch of BRANCHES) ask(...MERGE, branch)
  const changelog = project.read('CHANGELOG.md')
  for (const title of ['Tags', 'Colours']) expect(changelog).toContain(`- ${title}\n`)
})
