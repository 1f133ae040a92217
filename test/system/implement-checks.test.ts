/** The project's own checks: green before must be green at the end. */
import { expect, test } from 'vitest'
import { workflowAnswers } from '../../src/mock-provider/answers/answers.ts'
import { implementProject, lastKept } from '../rig/implement-project.ts'

const PACKAGE = (scripts: Readonly<Record<string, string>>) =>
  `${JSON.stringify({
    name: 'todo',
    version: '1.0.0',
    type: 'module',
    scripts: { test: 'node --test-isolation=none --test', ...scripts },
  })}\n`

/** Fails as long as the code has the word, and says where. */
const LINT = `import { existsSync, readFileSync, writeFileSync } from 'node:fs'
writeFileSync('lint-report.txt', 'left behind')
const path = 'src/search.js'
const text = existsSync(path) ? readFileSync(path, 'utf8') : ''
if (text.includes('UNTIDY')) {
  console.log(path + ':1:1 error: UNTIDY is not allowed')
  process.exitCode = 1
}
`

test('a check that fails with the code goes back to the coder with its output, and is told when it passes', async () => {
  const fixes: string[] = []
  const { project, args, ask } = await implementProject({
    designs: ['2'],
    after: (made) => {
      made.write('package.json', PACKAGE({ lint: 'node lint.js', check: 'exit 3' }))
      made.write('lint.js', LINT)
    },
    answer: async (call, context) => {
      const usual = await workflowAnswers(call, context)
      const prompt = JSON.stringify(call)
      if (prompt.includes('UNTIDY is not allowed')) fixes.push(prompt)
      if (fixes.length > 0 || !('text' in usual) || usual.text === undefined) return usual
      return {
        ...usual,
        text: usual.text.replaceAll('export function search', '// UNTIDY\\nexport function search'),
      }
    },
  })
  const run = await project.agentos(args('2'))
  expect(run.stdout).toContain('must pass at the end: `npm run lint`.')
  expect(run.stdout).toContain(
    'Check not required, for it does not pass before anything is changed: `npm run check` (exit code 3).',
  )
  expect(run.stdout).toContain(
    'not green: `npm run lint` passed before and fails: exit code 1, 1 line with errors, the first one: src/search.js:1:1 error: UNTIDY is not allowed',
  )
  expect(run.code).toBe(0)
  expect(fixes.length).toBeGreaterThan(0)
  expect(ask('show', 'agentos/2-search:src/search.js')).not.toContain('UNTIDY')
  expect(ask('ls-tree', '-r', '--name-only', 'agentos/2-search')).not.toContain('lint-report.txt')
  const green = 'which passed before and pass with the code: `npm run lint`.'
  expect(lastKept(project, '2', 'test-report')).toContain(green)
  expect(lastKept(project, '2', 'verdict')).toContain(green)
})
