/** Commits in repositories that have rules for them: conventions, and hooks that refuse. */
import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type ImplementProject, implementProject } from '../rig/implement-project.ts'

/** Both change src/list.js. */
const ISSUES = {
  '11-tags.md': '# Tags\n\nOffered by `src/list.js` too.\n\n- [ ] An item has tags\n',
  '13-notes.md': '# Notes\n\nOffered by `src/list.js` too.\n\n- [ ] An item has a note\n',
}

/** What commitlint does with its usual rules. */
const LINT = `const { readFileSync } = require('node:fs')
const [header, blank, ...body] = readFileSync(process.argv[2], 'utf8').trimEnd().split('\\n')
const problems = [
  [/^(build|chore|ci|docs|feat|fix|perf|refactor|revert|style|test)(\\([a-z-]+\\))?!?: /, 'type may not be empty'],
  [/^\\S+: [a-z]/, 'subject must be lower-case'],
  [/[^.]$/, 'subject may not end with full stop'],
  [/^.{1,72}$/, 'header must not be longer than 72 characters'],
].flatMap(([rule, words]) => (rule.test(header) ? [] : [words]))
if ((blank ?? '') !== '') problems.push('body must have leading blank line')
if (body.some((line) => line.length > 100)) problems.push('body lines must not be longer than 100')
console.log('linted: ' + header)
for (const problem of problems) console.error('✖ ' + problem)
process.exitCode = problems.length > 0 ? 1 : 0
`

/** A hook of the repository's, as husky keeps them. */
function addHook({ project }: Pick<ImplementProject, 'project'>, name: string, script: string) {
  project.write(`.husky/${name}`, `#!/bin/sh\n${script}\n`)
  chmodSync(join(project.root, '.husky', name), 0o755)
  project.git('add', '.husky')
  project.commit('.husky')
  project.git('config', 'core.hooksPath', '.husky')
}

function subjects({ ask }: ImplementProject, branch: string): string[] {
  return ask('log', '--reverse', '--format=%s', `master..${branch}`).split('\n')
}

test('conventional commits that a hook enforces: two items on the same file end as done', async () => {
  const made = await implementProject({ issues: ISSUES, designs: ['11', '13'] })
  const { project, args, ask } = made
  project.write('node_modules/.bin/lint-message', `#!/usr/bin/env node\n${LINT}`)
  chmodSync(join(project.root, 'node_modules/.bin/lint-message'), 0o755)
  project.write('.commitlintrc.json', '{ "extends": ["@commitlint/config-conventional"] }\n')
  project.commit('.commitlintrc.json')
  project.write('.husky/prepare-commit-msg', '#!/bin/sh\necho "Ticket: ABC-7" >> "$1"\n')
  chmodSync(join(project.root, '.husky/prepare-commit-msg'), 0o755)
  addHook(made, 'commit-msg', 'lint-message "$1"')
  const plan = await project.agentos(args('11', '13', '--dry-run'))
  expect(plan.stdout).toContain('Commit messages: conventional (.commitlintrc.json)')

  const run = await project.agentos(args('11', '13', '--parallel=2'))
  expect(run.stdout).toContain('[IMPL-11] commit messages: conventional (.commitlintrc.json)')
  expect(run.code).toBe(0)
  expect(subjects(made, 'agentos/11-tags')).toEqual([
    'test: add tests for tags',
    'feat: tags',
    'feat: fix failures of tags',
    'docs: add reports on tags',
  ])
  const bodies = ask('log', '--format=%B', 'master..agentos/11-tags')
  expect(bodies.match(/^Ticket: ABC-7$/gm)).toHaveLength(4)
  for (const subject of subjects(made, 'agentos/13-notes'))
    expect(subject).toMatch(/^(test|feat|docs): [a-z]/)
  ask('merge-base', '--is-ancestor', 'agentos/11-tags', 'agentos/13-notes')
})

test('a hook that refuses every message fails all items without a model call; a setting helps', async () => {
  const made = await implementProject({ designs: ['2', '4'] })
  const { project, args, provider } = made
  addHook(made, 'commit-msg', 'grep -q "^ABC-[0-9]* " "$1" || { echo "✖ no ticket"; exit 1; }')
  const refused = await project.agentos(args('2', '4'))
  expect(refused.code).toBe(1)
  expect(refused.stdout).toContain('the commit message "tests: Undo the last change (issue 4)"')
  expect(refused.stdout).toContain(
    'The commit-msg hook refuses the commit message "tests: Search (issue 2)" (exit code 1): ✖ no ticket. Set implement.commitMessage to',
  )
  expect(provider.statistics().answered).toBe(0)

  const run = await project.agentos(args('2', '--set', 'implement.commitMessage=ABC-7 {subject}'))
  expect(run.code).toBe(0)
  expect(subjects(made, 'agentos/2-search').at(-1)).toBe('ABC-7 add reports on search')
})

test('a hook that cannot run costs no model call either', async () => {
  const made = await implementProject({ designs: ['2'] })
  const { project, args, provider } = made
  addHook(made, 'commit-msg', 'exec node_modules/.bin/commitlint --edit "$1"')
  const broken = await project.agentos(args('2'))
  expect(broken.code).toBe(1)
  expect(broken.stdout).toMatch(
    /The commit-msg hook cannot run in the worktree \(exit code 127\): .*commitlint: not found\. Let implement\.setup install/,
  )
  expect(provider.statistics().answered).toBe(0)
})

test('a hook that refuses only the reports leaves the items done: they are kept, and others build on the code', async () => {
  const made = await implementProject({ issues: ISSUES, designs: ['11', '13'] })
  const { project, args, ask } = made
  const refuse =
    'if git diff --cached --name-only | grep -q ^docs/reports; then echo "✖ docs/reports is generated"; exit 1; fi'
  addHook(made, 'pre-commit', refuse)
  const run = await project.agentos(args('11', '13', '--parallel=2'))
  expect(run.stdout).toMatch(
    /\[IMPL-11\] warning: the reports are not on the branch: their commit was refused \(exit code 1\): ✖ docs\/reports is generated\. They are kept as docs\/lineage\/11-implement\/\d+-implementation-report\.md/,
  )
  expect(run.code).toBe(0)
  const [, kept = ''] = /are kept as (\S+\/13-implement\/\S+\.md)/.exec(run.stdout) ?? []
  expect(project.read(kept)).toContain(`commit: ${ask('rev-parse', 'agentos/13-notes')}`)
  ask('merge-base', '--is-ancestor', 'agentos/11-tags', 'agentos/13-notes')
  expect(ask('ls-tree', '-r', '--name-only', 'agentos/13-notes')).not.toContain('docs/reports')
  expect(project.list(project.worktrees)).not.toContain('13')

  const again = await project.agentos(args('--all'))
  expect(again.stdout).toContain('2 done before')
})

test('a hook that adds files to the commit of the reports: they are kept instead, and the branch is what was reviewed', async () => {
  const made = await implementProject({ designs: ['2'] })
  const { project, args, ask } = made
  addHook(made, 'pre-commit', 'echo "evil()" > evil.js && git add evil.js')
  const run = await project.agentos(args('2'))
  expect(run.stdout).toContain(
    'warning: the reports are not on the branch: a hook added files to their commit that were not reviewed (evil.js). They are kept as docs/lineage/2-implement/',
  )
  expect(run.code).toBe(0)
  const files = ask('ls-tree', '-r', '--name-only', 'agentos/2-search')
  expect(files).toContain('src/search.js')
  expect(files).not.toContain('evil.js')
})
