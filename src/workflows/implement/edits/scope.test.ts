import { describe, expect, test } from 'vitest'
import { scopeTrouble } from './scope.ts'

const scope = {
  named: ['src/a.ts', 'docs/a.md'],
  allowedPaths: ['**/package-lock.json', '**/__snapshots__/**'],
  testPaths: ['checks/**'],
  existing: ['src/a.ts', 'test/list.test.ts'],
}

describe('an item may write', () => {
  test.each([
    ['a file of 2.1', 'src/a.ts'],
    ['a new test where tests are kept', 'test/deep/b.test.ts'],
    ['a test where the config says', 'checks/b.ts'],
    ['a lockfile at the root', 'package-lock.json'],
    ['a lockfile below', 'packages/x/package-lock.json'],
    ['a snapshot', 'test/__snapshots__/b.snap'],
  ])('%s', (_, path) => {
    expect(scopeTrouble(path, scope)).toBeUndefined()
  })

  test.each([
    ['another file', 'src/b.ts'],
    ['the manifest', 'package.json'],
    ['a test in a folder without tests', 'src/b.test.ts'],
    ['a workflow of the forge', '.github/workflows/ci.yml'],
    ["its own reports, which are not the model's", 'docs/reports/1-test-report.md'],
  ])('not %s', (_, path) => {
    expect(scopeTrouble(path, scope)).toBe('the design does not name it in 2.1')
  })

  test('the first test of a project anywhere', () => {
    expect(scopeTrouble('src/b.test.ts', { ...scope, existing: ['src/a.ts'] })).toBeUndefined()
  })

  test.each([
    '.husky/test/pre-commit',
    'node_modules/.bin/test/x',
    '.vscode/spec/tasks.json',
    'src/.hidden/b.test.ts',
  ])('but not at %s', (path) => {
    expect(scopeTrouble(path, { ...scope, existing: ['src/a.ts'] })).toBeDefined()
  })
})
