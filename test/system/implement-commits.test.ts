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
const LINT = `import { readFileSync } from 'node:fs'
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
  project.write('lint.mjs', LINT)
  project.write('.commitlintrc.json', '{ "extends": ["@commitlint/config-conventional"] }\n')
  project.commit('lint.mjs', '.commitlintrc.json')
  addHook(made, 'commit-msg', 'node lint.mjs "$1"')
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
  for (const subject of subjects(made, 'agentos/13-notes'))
    expect(subject).toMatch(/^(test|feat|docs): [a-z]/)
  ask('merge-base', '--is-ancestor', 'agentos/11-tags', 'agentos/13-notes')
})

test('a message that a hook refuses costs no model call; a setting helps', async () => {
  const made = await implementProject({ designs: ['2'] })
  const { project, args, provider } = made
  addHook(made, 'commit-msg', 'grep -q "^ABC-[0-9]* " "$1" || { echo "✖ no ticket"; exit 1; }')
  const refused = await project.agentos(args('2'))
  expect(refused.code).toBe(1)
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
