import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../test/rig/temporary-folder.ts'
import { readOpenIssues } from './issues.ts'

/** The open issues of a repository with these files, and what is said about them. */
function readAll(files: Readonly<Record<string, string | Buffer>>) {
  const root = temporaryFolder()
  mkdirSync(join(root, 'issues'))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(root, 'issues', name), text)
  const remarks: string[] = []
  const issues = readOpenIssues(root, ({ path, text }) => remarks.push(`${path}: ${text}`))
  return { issues, remarks }
}

function issuesOf(files: Readonly<Record<string, string>>) {
  const { issues, remarks } = readAll(files)
  expect(remarks).toEqual([])
  return issues
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

test('an alias without an end in front of an issue is left out like other bad YAML', () => {
  const bomb = ['a: &a [x, x, x, x, x, x, x, x, x]']
  for (const [from, to] of ['ab', 'bc', 'cd', 'de', 'ef'])
    bomb.push(`${to}: &${to} [${Array(9).fill(`*${from}`).join(', ')}]`)
  const text = `---\n${bomb.join('\n')}\n---\n# X\n`
  const { issues, remarks } = readAll({ '1.md': text })
  expect(issues).toEqual([])
  expect(remarks[0]).toMatch(/^issues\/1.md: left out: line 2: the front matter is not YAML/)
})

test('what depends on an issue that is left out is left out, too, through all that depends on it', () => {
  const { issues, remarks } = readAll({
    '1-a.md': '# A\n',
    '2-b.md': '---\ndepends_on: [3]\n---\n# B\n',
    '3-c.md': '---\ndepends_on: [4]\n---\n# C\n',
    '4-d.md': '---\ntitle: no: yaml: at all\n---\n# D\n',
  })
  expect(issues).toMatchObject([{ number: '1' }])
  expect(remarks.slice(1)).toEqual([
    'issues/3-c.md: left out: it depends on issue 4, which is left out',
    'issues/2-b.md: left out: it depends on issue 3, which is left out',
  ])
})

test('of a closed issue nothing is said', () => {
  expect(issuesOf({ '1-a.md': '---\nstate: closed\nassignee: me\n---\n# A\n' })).toEqual([])
})

test.each(['depends_on', 'depends-on', 'dependsOn', 'Depends_On'])('%s is one key', (key) => {
  expect(issuesOf({ '1.md': `---\n${key}: [2]\n---\n# X\n` })).toMatchObject([{ dependsOn: ['2'] }])
})

test('a key that nobody reads is told, with the one that was meant, and the issue is taken', () => {
  const text = '---\nassignee: ada\nlabel: big\n---\n# X\n'
  const { issues, remarks } = readAll({
    '1-x.md': text,
    '2.md': '---\ncontentHash: a\ncarried: []\n---\n# Y\n',
  })
  expect(issues).toMatchObject([{ number: '1', labels: [] }, { number: '2' }])
  expect(remarks).toEqual([
    'issues/1-x.md: not used of its front matter: assignee, label (did you mean labels?)',
  ])
})

test('text between two rules is text, whatever is in it', () => {
  const body = '---\nA remark: this is: not YAML\n---\n# Title\n'
  expect(issuesOf({ '1.md': body })).toMatchObject([{ title: 'Title', body }])
})

test.each<[string, Record<string, string | Buffer>, RegExp]>([
  [
    'front matter that is no YAML, by file and line',
    { '7-x.md': '---\nstate: open\ntitle: Retry: how often?\n---\n# X\n' },
    /^issues\/7-x.md: left out: line 3: the front matter is not YAML: Nested mappings are not allowed/,
  ],
  [
    'another number than the name’s',
    { '42-x.md': '---\nnumber: 43\n---\n' },
    /^issues\/42-x.md: left out: it is issue 42 by its name, but its front matter says number "43"/,
  ],
  [
    'the same number twice',
    { '42-x.md': '# A\n', '042-y.md': '# B\n' },
    /^issues\/(042-y|42-x).md: left out: issues\/(042-y|42-x).md is issue 42, too/,
  ],
  [
    'a name without a number',
    { 'dark-mode.md': '# A\n' },
    /^issues\/dark-mode.md: left out: its name has no number; rename it to issues\/<number>-dark-mode.md/,
  ],
  ['bytes that are no UTF-8', { '5-x.md': Buffer.from('# Caf\xe9\n', 'latin1') }, /not UTF-8 text/],
])('%s: left out with its reason, and the others are there', (_, files, message) => {
  const { issues, remarks } = readAll({ ...files, '1-fine.md': '# Fine\n' })
  expect(issues).toMatchObject([{ number: '1' }])
  expect(remarks[0]).toMatch(message)
})
