import { expect, test } from 'vitest'
import { refusalWords } from './try-messages.ts'

const REFUSED = {
  ...{ hook: 'commit-msg', message: 'feat: ENOENT is handled\n\nIssue 1: ENOENT is handled' },
  ...{ exitCode: 1, signal: null, timedOut: false },
}

test('a refusal has what the hook printed last, in one line, and names the setting', () => {
  const output =
    '\u001b[31m⧗\u001b[0m input: feat: ENOENT is handled\r\n✖ scope may not be empty\n\n✖ found 1 problem.\n'
  expect(refusalWords({ ...REFUSED, output })).toBe(
    'The commit-msg hook refuses the commit message "feat: ENOENT is handled" (exit code 1): ⧗ input: feat: ENOENT is handled; ✖ scope may not be empty; ✖ found 1 problem. Set implement.commitMessage to conventional, plain or a template such as \'{type}(core): {subject}\'; the same command then tries again. No model was asked.',
  )
  expect(refusalWords({ ...REFUSED, output: '' })).toContain(
    '(exit code 1): it prints nothing. Set',
  )
  const long = refusalWords({ ...REFUSED, output: `${'x'.repeat(90)}\n`.repeat(100) })
  expect(long.length).toBeLessThan(1_000)
})

test.each([
  ['no such command', { exitCode: 127, output: 'commitlint: not found' }],
  ['no command of pnpm', { exitCode: 254, output: 'Command "commitlint" not found' }],
  ['no package', { output: 'npm error npx canceled due to missing packages' }],
  ['no module', { output: "Error: Cannot find module '@commitlint/cli'" }],
  ['no interpreter', { output: 'fatal: cannot run .husky/commit-msg: No such file' }],
  ['a hook that hangs', { exitCode: null, timedOut: true, output: '' }],
  ['a hook that dies', { exitCode: null, signal: 'SIGSEGV', output: '' }],
])('with %s it cannot run, and the set-up is named', (_, result) => {
  const words = refusalWords({ ...REFUSED, ...result })
  expect(words).toContain('The commit-msg hook cannot run in the worktree (')
  expect(words).toContain('Let implement.setup install what it needs')
})
