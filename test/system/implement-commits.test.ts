/** Commits in repositories that have rules for them: conventions, and hooks that refuse. */
import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sharedByTests } from '../rig/at-end.ts'
import { type ImplementProject, implementProject } from '../rig/implement-project.ts'
import { answering } from '../rig/lld-project.ts'

/** 11 and 15 both change src/list.js. */
const ISSUES = {
  '11-tags.md': '# Tags\n\nOffered by `src/list.js` too.\n\n- [ ] An item has tags\n',
  '12-colours.md': '# Colours\n\n- [ ] An item has a colour\n',
  '15-notes.md': '# Notes\n\nOffered by `src/list.js` too.\n\n- [ ] An item has a note\n',
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

/** Hooks of the repository's, as husky keeps them; they are committed without them. */
function addHooks(
  { project }: Pick<ImplementProject, 'project'>,
  hooks: Readonly<Record<string, string>>,
) {
  project.git('config', 'core.hooksPath', '.none')
  for (const [name, script] of Object.entries(hooks)) {
    project.write(`.husky/${name}`, `#!/bin/sh\n${script}\n`)
    chmodSync(join(project.root, '.husky', name), 0o755)
  }
  project.commit('.husky')
  project.git('config', 'core.hooksPath', '.husky')
}

function subjects({ ask }: ImplementProject, branch: string): string[] {
  return ask('log', '--reverse', '--format=%s', `master..${branch}`).split('\n')
}

/** Refuses the reports of one item, and adds a file to those of another one. */
const PRE_COMMIT = `case $(git symbolic-ref --short HEAD) in
  agentos/11-*) if git diff --cached --name-only | grep -q ^docs/reports; then echo "✖ docs/reports is generated"; exit 1; fi ;;
  agentos/12-*) echo "evil()" > evil.js && git add evil.js ;;
esac`

/** Conventional commits that a hook enforces, another hook that adds to messages, and one that dislikes reports. */
const built = sharedByTests(async () => {
  const made = await implementProject({ issues: ISSUES, designs: ['11', '12', '15'] })
  const { project, args } = made
  project.write('node_modules/.bin/lint-message', `#!/usr/bin/env node\n${LINT}`)
  chmodSync(join(project.root, 'node_modules/.bin/lint-message'), 0o755)
  project.write('.commitlintrc.json', '{ "extends": ["@commitlint/config-conventional"] }\n')
  project.commit('.commitlintrc.json')
  addHooks(made, {
    'prepare-commit-msg': 'echo "Ticket: ABC-7" >> "$1"',
    'commit-msg': 'lint-message "$1"',
    'pre-commit': PRE_COMMIT,
  })
  const plan = await project.agentos(args('11', '15', '--dry-run'))
  const run = await project.agentos(args('11', '12', '15', '--parallel=2'))
  return { ...made, plan, run }
})

test('conventional commits that a hook enforces: two items on the same file end as done', () => {
  const { plan, run, ask } = built()
  expect(plan.stdout).toContain('Commit messages: conventional (.commitlintrc.json)')
  expect(run.stdout).toContain('[IMPL-11] commit messages: conventional (.commitlintrc.json)')
  expect(run.code).toBe(0)
  expect(subjects(built(), 'agentos/15-notes')).toEqual([
    'test: add tests for tags',
    'feat: tags',
    'feat: fix failures of tags',
    'test: add tests for notes',
    'feat: notes',
    'docs: add reports on notes',
  ])
  const bodies = ask('log', '--format=%B', 'master..agentos/15-notes')
  expect(bodies.match(/^Ticket: ABC-7$/gm)).toHaveLength(6)
})

test('a hook that refuses only the reports leaves the item done: they are kept, and others build on the code', async () => {
  const { project, args, ask, run } = built()
  expect(run.stdout).toMatch(
    /\[IMPL-11\] warning: the reports are not on the branch: their commit was refused \(exit code 1\): ✖ docs\/reports is generated\. They are kept as docs\/lineage\/11-implement\/\d+-implementation-report\.md/,
  )
  const [, kept = ''] = /are kept as (\S+\/11-implement\/\S+\.md)/.exec(run.stdout) ?? []
  expect(project.read(kept)).toContain(`commit: ${ask('rev-parse', 'agentos/11-tags')}`)
  ask('merge-base', '--is-ancestor', 'agentos/11-tags', 'agentos/15-notes')
  expect(ask('ls-tree', '-r', '--name-only', 'agentos/11-tags')).not.toContain('docs/reports')
  expect(project.list(project.worktrees)).not.toContain('11')

  const again = await project.agentos(args('--all'))
  expect(again.stdout).toContain('3 done before')
})

test('a hook that adds files to the commit of the reports: they are kept instead, and the branch is what was reviewed', () => {
  const { ask, run } = built()
  expect(run.stdout).toContain(
    'warning: the reports are not on the branch: a hook added files to their commit that were not reviewed (evil.js). They are kept as docs/lineage/12-implement/',
  )
  const files = ask('ls-tree', '-r', '--name-only', 'agentos/12-colours')
  expect(files).toContain('src/colours.js')
  expect(files).not.toContain('evil.js')
})

test('a hook that cannot run, or refuses every message, fails all items without a model call; a setting helps', async () => {
  const made = await implementProject({
    designs: ['2', '4'],
    answer: answering('2', 'implement.code', () => ({ error: 'bad-request' })),
  })
  const { project, args, provider } = made
  addHooks(made, { 'commit-msg': 'exec node_modules/.bin/commitlint --edit "$1"' })
  const broken = await project.agentos(args('2'))
  expect(broken.code).toBe(1)
  expect(broken.stdout).toMatch(
    /The commit-msg hook cannot run in the worktree \(exit code 127\): .*commitlint: not found\. Let implement\.setup install/,
  )
  addHooks(made, {
    'commit-msg': 'grep -q "^ABC-[0-9]* " "$1" || { echo "✖ no ticket"; exit 1; }',
  })
  const refused = await project.agentos(args('2', '4'))
  expect(refused.code).toBe(1)
  expect(refused.stdout).toContain('the commit message "tests: Undo the last change (issue 4)"')
  expect(refused.stdout).toContain(
    'The commit-msg hook refuses the commit message "tests: Search (issue 2)" (exit code 1): ✖ no ticket. Set implement.commitMessage to',
  )
  expect(provider.statistics().answered).toBe(0)

  await project.agentos(args('2', '--set', 'implement.commitMessage=ABC-7 {subject}'))
  expect(subjects(made, 'agentos/2-search')).toEqual(['ABC-7 add tests for search'])
})
