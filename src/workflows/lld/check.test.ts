import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { draftFor } from '../../mock-provider/answers/lld-document.ts'
import { isNone } from '../document/markdown.ts'
import { checkLld } from './check.ts'
import { readDocument } from './document.ts'

const issue = {
  number: '42',
  title: 'Add retries',
  body: '- [ ] Retries three times\n- [ ] Gives up',
  context: '',
}
const good = draftFor(issue, { vague: false })
const against = { issue: '42', about: issue.body, files: ['src/list.ts', 'src/upload.ts'] }
const FILE_ROW = '| `src/add-retries.ts` | Add | The feature itself |'
const replaced = (search: string | RegExp, text: string) => good.replace(search, () => text)

test('a good document has nothing to find', () => {
  expect(checkLld(good, against)).toEqual([])
})

test('documentation needs neither a requirement nor a scenario, and nobody is told otherwise', async () => {
  const rows = ['CHANGELOG.md', 'README.md', 'docs/retries.md', 'package.json'].map(
    (path) => `| \`${path}\` | Modify | Tells of it |`,
  )
  const files = [...against.files, 'CHANGELOG.md', 'README.md', 'docs/retries.md', 'package.json']
  const documented = replaced(FILE_ROW, [FILE_ROW, ...rows].join('\n'))
  expect(checkLld(documented, { ...against, files })).toEqual([])
  for (const role of ['drafter', 'reviewer']) {
    const prompt = await readFile(new URL(`prompts/${role}.md`, import.meta.url), 'utf8')
    expect(prompt.replace(/\s+/g, ' ')).toMatch(/needs neither a requirement nor a scenario/)
  }
})

test('what stays may stand beside what changes, and alone in a refactoring', () => {
  expect(checkLld(replaced('| Auto |', '| Stays |'), against)).toEqual([])
  const stays = good.replaceAll('| Auto |', '| Stays |')
  expect(checkLld(stays.replace('42 - Feature:', '42 - Refactor:'), against)).toEqual([])
})

test.each<[string, string, RegExp]>([
  [
    'a missing section',
    replaced(/## 7\. Security[\s\S]*?(?=## 8)/, ''),
    /Section "## 7. Security & Safety" is missing/,
  ],
  [
    'sections out of order',
    replaced('## 4. Alternatives Considered', '## 5. Data & Fixtures').replace(
      '## 5. Data & Fixtures\n\nOne',
      '## 4. Alternatives Considered\n\nOne',
    ),
    /not in the order/,
  ],
  ['another issue’s number', replaced('# 42 - ', '# 43 - '), /must begin with "42 - "/],
  [
    'an empty section',
    replaced('The platform has all that is needed.', '').replace('None. \n', '\n'),
    /Section 2.2 is empty/,
  ],
  [
    'scenarios of which none shows a change',
    good.replaceAll('| Auto |', '| Stays |'),
    /every scenario is of type Stays/,
  ],
  ['no issue', replaced('- **Issue:** #42', '- **Issue:** #4'), /does not name issue #42/],
  ['no files', replaced(/^\| `.*$/gm, ''), /no table of files/],
  [
    'a file to change that does not exist',
    replaced(FILE_ROW, '| `src/uplod.ts` | Modify | x |'),
    /src\/uplod.ts is to be changed but does not exist. Did you mean src\/upload.ts\?/,
  ],
  [
    'a file to add that exists',
    replaced(FILE_ROW, '| `src/list.ts` | Add | x |'),
    /to be added but exists already/,
  ],
  ['a path that leaves', replaced(FILE_ROW, '| `../x.ts` | Add | x |'), /not a path inside/],
  ['an absolute path', replaced(FILE_ROW, '| `/etc/passwd` | Modify | x |'), /not a path inside/],
  ['a path into .git', replaced(FILE_ROW, '| `.git/hooks/x` | Add | x |'), /not a path inside/],
  [
    'another kind of change',
    replaced(FILE_ROW, '| `src/a.ts` | Rename | x |'),
    /is not Add, Modify or Delete/,
  ],
  [
    'a file promised at the end only',
    replaced('are written', 'and `src/other.ts` are written'),
    /Section 12 names src\/other.ts/,
  ],
  ['no requirements', replaced(/^\d\. Retries.*\n\d\. Gives up$/m, ''), /no numbered requirement/],
  ['a requirement without a scenario', replaced('(REQ-2)', ''), /Requirement 2 has no scenario/],
  [
    'a vague scenario',
    draftFor(issue, { vague: true }),
    /scenario T010 is vague: "The command works as expected"/,
  ],
  ['the same id twice', replaced('| T020 |', '| T010 |'), /id T010 is used twice/],
  [
    'a manual check without a reason',
    replaced('(REQ-2) | Auto', '(REQ-2) | Manual'),
    /Manual without a reason/,
  ],
  [
    'a pattern for files',
    replaced(FILE_ROW, '| `src/**/*.ts` | Modify | x |'),
    /src\/\*\*\/\*.ts is a pattern; name each file/,
  ],
  ['a new folder', replaced(FILE_ROW, '| `src/new/` | Add | x |'), /src\/new\/ is a folder/],
  ['a folder that exists', replaced(FILE_ROW, '| `src` | Modify | x |'), /src is a folder/],
  [
    'a remark beside a path',
    replaced(FILE_ROW, '| `src/a.ts` (new file) | Add | x |'),
    /"src\/a.ts` \(new file\)" is more than a path/,
  ],
  ['two paths', replaced(FILE_ROW, '| src/a.ts, src/b.ts | Add | x |'), /is more than a path/],
  [
    'a path that hides that it exists',
    replaced(FILE_ROW, '| ./src/list.ts | Add | x |'),
    /should be written as src\/list.ts/,
  ],
  [
    'the same path twice',
    replaced(FILE_ROW, `${FILE_ROW}\n${FILE_ROW}`),
    /src\/add-retries.ts has more than one row/,
  ],
  [
    'an automatic check by hand',
    replaced('Case 2 of the fixtures', 'Call it and look manually'),
    /scenario T020 says "manually" but is not typed Manual/,
  ],
  [
    'a manual check whose reason is none',
    replaced('(REQ-2) | Auto', '(REQ-2) | Manual test'),
    /Manual without a reason/,
  ],
  ['words before the title', `Here it is.\n\n${good}`, /title line must come first/],
  ['a placeholder', replaced('There is no state to keep', 'TBD'), /has a placeholder/],
])('finds %s', (_, text, finding) => {
  expect(checkLld(text, against).join('\n')).toMatch(finding)
})

test('a vague word beside a concrete value is fine, and boxes and headings in code do not count', () => {
  expect(
    checkLld(
      replaced('Exit code 0, the stated', 'Works as expected with exit code 0, the stated'),
      against,
    ),
  ).toEqual([])
  const fenced = replaced('flowchart LR', '## 7. Security & Safety\n- [ ] TODO')
  expect(checkLld(fenced, against)).toEqual([])
})

test('a file may be written as code, in bold or as a link; a placeholder that is quoted is none', () => {
  const row = (cell: string) =>
    replaced(FILE_ROW, `| ${cell} | **Add** | Finds \`TODO\` in files |`)
  for (const cell of [
    'src/add-retries.ts',
    '`src/add-retries.ts`',
    '**src/add-retries.ts**',
    '[`src/add-retries.ts`](src/add-retries.ts)',
    '**`src/add-retries.ts`**',
  ]) {
    expect(readDocument(row(cell)).files[0]).toMatchObject({
      path: 'src/add-retries.ts',
      change: 'Add',
    })
    expect(checkLld(row(cell), against)).toEqual([])
  }
})

test.each(['__tests__/list.test.js', '__init__.py', '_private.py'])(
  'the underscores of %s are its own',
  (path) => {
    for (const cell of [path, `\`${path}\``, `**${path}**`, `_${path}_`])
      expect(readDocument(replaced(FILE_ROW, `| ${cell} | Add | x |`)).files[0]?.path).toBe(path)
  },
)

test.each(['None', 'none.', 'N/A', '- [ ] None.', '*None*', '- None'])('%j means none', (text) => {
  expect(isNone(text)).toBe(true)
})

test.each([
  [
    'a numbered heading below a section',
    replaced('A pure function, called', '### 1. Shape\n\nA pure function, called'),
  ],
  [
    'numbers in a list below a requirement',
    replaced('1. Retries three times', '1. Retries three times\n   1. with a pause'),
  ],
  [
    'a second table behind the scenarios',
    replaced('### 10.2', '| REQ | Test |\n| --- | --- |\n| 1 | T010 |\n\n### 10.2'),
  ],
  ['headers in bold', replaced('| File | Change Type |', '| **File** | **Change Type** |')],
])('%s is no mistake', (_, text) => {
  expect(checkLld(text, against)).toEqual([])
})

test('a requirement’s number does not make a vague scenario concrete, nor is the issue’s own word a placeholder', () => {
  const vague = replaced('| Retries three times (REQ-1)', '| Login works as expected (REQ-1)')
  expect(checkLld(vague, against).join()).toContain('T010 is vague')
  const todo = replaced('There is no state to keep', 'It finds every TODO')
  expect(checkLld(todo, { ...against, about: 'Find every TODO' })).toEqual([])
})

test.each<[string, string | RegExp, string]>([
  ['a manual check with a reason', '(REQ-2) | Auto', '(REQ-2) | Manual (needs a real printer)'],
  [
    'a manual check with its reason in another cell',
    /\(REQ-2\) \| Auto \|(.*)\|$/m,
    '(REQ-2) | Manual | the README | says so | read by a person; prose has no tests here |',
  ],
  ['a quoted word for handwork', 'Case 2 of the fixtures', 'Type `manually` into the box'],
  ['brackets in a path', '`src/add-retries.ts` | Add', '`app/(shop)/[id]/page.tsx` | Add'],
])('%s is fine', (_, search, text) => {
  const found = checkLld(replaced(search, text), against)
  expect(found.filter((finding) => !finding.startsWith('Section 12'))).toEqual([])
})

test('what the issue itself wants done manually is no test by hand', () => {
  const text = replaced('| Gives up (REQ-2)', '| A manually sorted list stays (REQ-2)')
  expect(checkLld(text, { ...against, about: 'Lists sorted manually stay' })).toEqual([])
})

test('a document that a reviewer could not see whole does not pass', () => {
  const long = replaced('There is no state to keep', 'x'.repeat(70_000))
  expect(checkLld(long, against).join()).toContain('60000 are the most')
})
