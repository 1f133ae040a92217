import { expect, test } from 'vitest'
import { type CommitKind, type Commits, commitMessage, pullTitle } from './commit-messages.ts'

const COMMITS: Commits = {
  style: 'conventional',
  issue: '12',
  title: 'Export as CSV.',
  change: 'feature',
  isOnGitHub: false,
}

test.each<[CommitKind, string]>([
  ['tests', 'test: add tests for export as CSV'],
  ['code', 'feat: export as CSV'],
  ['fix', 'feat: fix failures of export as CSV'],
  ['revise', 'feat: revise export as CSV'],
  ['delete', 'feat: remove src/old.ts'],
  ['set-up', 'feat: update lockfiles for export as CSV'],
  ['made by tests', 'test: update snapshots for export as CSV'],
  ['reports', 'docs: add reports on export as CSV'],
])('a conventional message for %s: %s', (kind, header) => {
  const message = commitMessage(COMMITS, kind, 'src/old.ts')
  expect(message).toBe(`${header}\n\nIssue 12: Export as CSV.`)
})

test.each([
  ['fix', 'Lines are lost', 'fix: lines are lost'],
  ['refactor', 'Lines', 'refactor: lines'],
  ['docs', 'README of the API', 'docs: readme of the API'],
  ['feature', 'feat(list): Export', 'feat(list): export'],
  ['fix', '`JSONLIterator` stops', 'fix: `JSONLIterator` stops'],
  ['feature', 'Search: case', 'feat: search: case'],
  ['feature', '…', 'feat: issue 12'],
])('a %s with the title %s: %s', (change, title, header) => {
  expect(commitMessage({ ...COMMITS, change, title }, 'code')).toMatch(`${header}\n\n`)
})

test.each([
  'An export of everything that a list may contain, as CSV, for people who like spreadsheets. '.repeat(
    2,
  ),
  'x'.repeat(180),
  `${'long '.repeat(16)}${'y'.repeat(110)}`,
])(
  'headers have at most 72 characters, lines of the body 100, and no word is lost: %s',
  (title) => {
    const [header = '', empty, ...body] = commitMessage({ ...COMMITS, title }, 'tests').split('\n')
    expect(header.length).toBeLessThanOrEqual(72)
    expect(header).toMatch(/^test: add tests for \S.*[^\s.,]$/)
    expect(empty).toBe('')
    expect(Math.max(...body.map((line) => line.length))).toBeLessThanOrEqual(100)
    expect(body.join('').replaceAll(' ', '')).toContain(title.replaceAll(' ', ''))
  },
)

test.each<[CommitKind, string, string]>([
  ['code', 'code: Export as CSV. (issue 12)', 'code: Export as CSV. (#12)'],
  ['delete', 'delete: src/old.ts (issue 12)', 'delete: src/old.ts (#12)'],
  ['set-up', 'set-up (issue 12)', 'set-up (#12)'],
  ['reports', 'Issue 12: Export as CSV.', 'Issue 12: Export as CSV.'],
])('a plain message for %s is a link on GitHub only', (kind, here, there) => {
  const commits = { ...COMMITS, style: 'plain' }
  expect(commitMessage(commits, kind, 'src/old.ts')).toBe(here)
  expect(commitMessage({ ...commits, isOnGitHub: true }, kind, 'src/old.ts')).toBe(there)
})

test('a conventional message names an issue of GitHub with a link', () => {
  expect(commitMessage({ ...COMMITS, isOnGitHub: true }, 'code')).toContain('\n\nIssue #12: ')
})

test.each([
  ['[{issue}] {title}', '[12] Export as CSV'],
  ['{type}(core): {subject}', 'feat(core): export as CSV'],
  ['{type}({scope}): {subject}', 'feat: export as CSV'],
  ['ABC-7 {subject}\n\nRefs: {issue}', 'ABC-7 export as CSV\n\nRefs: 12'],
])('the template %s', (style, message) => {
  expect(commitMessage({ ...COMMITS, style }, 'code')).toBe(message)
})

test('a long title in a template is cut', () => {
  const title = 'word '.repeat(30)
  const message = commitMessage({ ...COMMITS, title, style: 'ABC-7 {title} ({type})' }, 'code')
  expect(message).toMatch(/^ABC-7 (word )+\(feat\)$/)
  expect(message.length).toBeLessThanOrEqual(72)
})

test.each([
  ['conventional', 'feat: export as CSV'],
  ['plain', 'Issue 12: Export as CSV.'],
  ['{issue} {subject}\n\n{title}', '12 export as CSV'],
])('the title of a pull request, %s', (style, title) => {
  expect(pullTitle({ ...COMMITS, style })).toBe(title)
})
