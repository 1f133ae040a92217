import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../test/rig/temporary-folder.ts'
import { readOpenIssues } from './issues.ts'

/** The open issues of a repository with these files. */
function issuesOf(files: Readonly<Record<string, string>>) {
  const root = temporaryFolder()
  mkdirSync(join(root, 'issues'))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(root, 'issues', name), text)
  return readOpenIssues(root)
}

test('an issue is a file with a number; front matter says more, but needs not be there', () => {
  const issues = issuesOf({
    '010-late.md': '---\nnumber: 10\ntitle: 2027\ndepends_on: ["#2"]\nlabels: big\n---\n\nText.\n',
    '2.md': '# Early\n\nText.\n',
    '3-closed.md': '---\nstate: Closed\n---\n# Gone\n',
    'README.md': '# No issue\n',
  })
  expect(issues).toMatchObject([
    { number: '2', title: 'Early', state: 'open', dependsOn: [] },
    { number: '10', title: '2027', body: 'Text.\n', labels: ['big'], dependsOn: ['2'] },
  ])
})

test('an alias without an end in front of an issue is refused like other bad YAML', () => {
  const bomb = ['a: &a [x, x, x, x, x, x, x, x, x]']
  for (const [from, to] of ['ab', 'bc', 'cd', 'de', 'ef'])
    bomb.push(`${to}: &${to} [${Array(9).fill(`*${from}`).join(', ')}]`)
  const text = `---\n${bomb.join('\n')}\n---\n# X\n`
  expect(() => issuesOf({ '1.md': text })).toThrow(/issues\/1.md, line 2: the front matter is not/)
})

test('text between two rules is text, whatever is in it', () => {
  const body = '---\nA remark: this is: not YAML\n---\n# Title\n'
  expect(issuesOf({ '1.md': body })).toMatchObject([{ title: 'Title', body }])
})

test.each<[string, Record<string, string>, RegExp]>([
  [
    'front matter that is no YAML, by file and line',
    { '7-x.md': '---\nstate: open\ntitle: Retry: how often?\n---\n# X\n' },
    /^issues\/7-x.md, line 3: the front matter is not YAML: Nested mappings are not allowed/,
  ],
  [
    'another number than the name’s',
    { '42-x.md': '---\nnumber: 43\n---\n' },
    /^issues\/42-x.md is issue 42 by its name, but its front matter says number "43"/,
  ],
  [
    'the same number twice',
    { '42-x.md': '# A\n', '042-y.md': '# B\n' },
    /^Issue 42 is there twice: issues\/042-y.md and issues\/42-x.md|issues\/42-x.md and issues\/042-y.md/,
  ],
])('%s is refused', (_, files, message) => {
  expect(() => issuesOf(files)).toThrow(message)
})
