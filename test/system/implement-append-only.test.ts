/** Items that both add a line to a changelog: built side by side, merged by union, and tested as merged. */
import { expect, test } from 'vitest'
import type { AnswerFunction } from '../../src/mock-provider/answer.ts'
import { workflowAnswers } from '../../src/mock-provider/answers/answers.ts'
import { markerOf } from '../../src/mock-provider/scenario/marker.ts'
import { implementProject } from '../rig/implement-project.ts'

const ISSUES = {
  '9-tags.md': '# Tags\n\nListed in `CHANGELOG.md`.\n\n- [ ] An item has tags\n',
  '12-colours.md': '# Colours\n\nListed in `CHANGELOG.md`.\n\n- [ ] An item has a colour\n',
  '15-both.md': '---\ntitle: Both\ndepends_on: [9, 12]\n---\n\n- [ ] An item has both\n',
}
const NAMES = ['9', '12']
const DESIGNED = {
  issues: ISSUES,
  designs: [...NAMES, '15'],
  files: { 'CHANGELOG.md': '# Changelog\n\n- A list\n' },
}
const BRANCHES = ['agentos/9-tags', 'agentos/12-colours']
const MERGE = ['-c', 'user.name=t', '-c', 'user.email=t@t', 'merge', '--quiet', '--no-edit']

/** Nobody is answered before both have asked: a run that chains them would never end. */
function sideBySide(): AnswerFunction {
  const asking = new Set<string | undefined>()
  const bothAsk = Promise.withResolvers<void>()
  return async (call, context) => {
    asking.add(markerOf(call)?.item)
    if (asking.size === 2) bothAsk.resolve()
    await bothAsk.promise
    return workflowAnswers(call, context)
  }
}

test('two items with a line each for the changelog run side by side, both can be merged, and an item that builds on them begins with the lines of both', async () => {
  const { project, args, ask } = await implementProject({ ...DESIGNED, answer: sideBySide() })
  const plan = await project.agentos(args(...NAMES, '--parallel=2', '--dry-run'))
  expect(plan.stdout).toMatch(/IMPL-9 {3}1 .*\n.*IMPL-12 {2}1 /)
  expect(plan.stdout).toContain('"CHANGELOG.md merge=union" in .gitattributes')

  const { code, stdout } = await project.agentos(args(...NAMES, '15', '--parallel=2'))
  expect(stdout).toMatch(/3 done/)
  expect(code).toBe(0)
  expect(stdout).toMatch(
    /merged with agentos\/\d+-\w+, CHANGELOG.md by union: \d+ tests of .* pass/,
  )
  const start = ask('rev-parse', 'master')
  for (const branch of BRANCHES) {
    expect(ask('merge-base', ...BRANCHES)).toBe(start)
    expect(ask('diff', '--name-only', start, branch)).toContain('CHANGELOG.md')
  }
  const both = ask('show', 'agentos/15-both:CHANGELOG.md')
  for (const title of ['Tags', 'Colours']) expect(both).toContain(`\n- ${title}`)
  expect(ask('status', '--short', '--', 'src', 'CHANGELOG.md', '.gitattributes')).toBe('')

  project.write('.gitattributes', 'CHANGELOG.md merge=union\n')
  project.commit('.gitattributes')
  for (const branch of BRANCHES) ask(...MERGE, branch)
  const text = project.read('CHANGELOG.md')
  expect(text).toMatch(/^# Changelog\n\n- A list\n/)
  for (const title of ['Tags', 'Colours']) expect(text.split(`\n- ${title}\n`)).toHaveLength(2)
  const noted = await project.agentos(args(...NAMES, '--dry-run'))
  expect(noted.stdout).not.toContain('.gitattributes')
})

test('where the merged files do not pass the tests, the second one is a conflict', async () => {
  const { project, args, ask } = await implementProject({
    ...DESIGNED,
    after: (project) =>
      project.write(
        'test/changelog.test.js',
        `import assert from 'node:assert/strict'\nimport { readFileSync } from 'node:fs'\nimport { test } from 'node:test'\n\ntest('one news at most', () => assert.ok(readFileSync('CHANGELOG.md', 'utf8').split('- ').length < 4))\n`,
      ),
  })
  const { code, stdout } = await project.agentos(args(...NAMES, '--parallel=1'))
  expect(code).toBe(1)
  expect(stdout).toMatch(/1 done, 1 conflict/)
  expect(stdout).toMatch(/merged with agentos\/9-tags, CHANGELOG.md by union: 1 of \d+ tests fail/)
  expect(stdout).toMatch(
    /cannot be merged with agentos\/9-tags: both change CHANGELOG.md; merged by union and tested: 1 of \d+ tests fail \(.*one news at most\)/,
  )
  expect(ask('for-each-ref', 'refs/agentos/leftover')).toBe('')
  expect(ask('show', 'agentos/12-colours:CHANGELOG.md')).not.toContain('Tags')
})
