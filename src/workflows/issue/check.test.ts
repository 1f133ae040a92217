import { expect, test } from 'vitest'
import { issueFor } from '../../mock-provider/answers/issue-document.ts'
import { emptyDocument } from '../document/sections.ts'
import { checkIssue } from './check.ts'
import { isIssue, readIssueDocument } from './document.ts'
import { SECTIONS } from './template.ts'

const brief = '# Dark mode\n\n- The colours follow the system\n- A flag overrides them\n'
const good = issueFor(brief, { context: '', isVague: false })
const replaced = (search: string | RegExp, text: string) => good.replace(search, () => text)
const emptied = (title: string, text = '') =>
  replaced(new RegExp(`(?<=## ${title}\n)[\\s\\S]*?(?=\n## |$(?![\\s\\S]))`), text)

test('an issue as the template wants it has nothing to find', () => {
  expect(checkIssue(good, brief)).toEqual([])
  expect(checkIssue(good.replaceAll('\n', '\r\n'), brief)).toEqual([])
  expect(readIssueDocument(good).order).toEqual(SECTIONS.map(({ name }) => name))
})

test.each<[string, string, RegExp]>([
  ['a missing section', replaced('## Risks', '### Risks'), /Section "## Risks" is missing/],
  ['an empty section', emptied('Testing Notes'), /Section Testing Notes is empty/],
  ['a section of headings', emptied('Risks', '\n### Later\n'), /Section Risks is empty/],
  ['a section twice', `${good}\n## Risks\n\nMore.\n`, /Section Risks appears more than once/],
  [
    'another order',
    replaced('## Risks', '## X').replace('## User Story', '## Risks\n\nNone.\n\n## User Story'),
    /not in the order of the template/,
  ],
  ['no title', replaced(/^# .*\n/, ''), /has no title line/],
  ['words before the title', `Here it is.\n\n${good}`, /title line must come first/],
  ['a title that names nothing', replaced(/^# .*/, '# New feature'), /does not name what will be/],
  ['no happy path', replaced('### Happy Path', '### Path'), /no happy path/],
  [
    'no error scenario',
    emptied('UX Flow', '\n### Happy Path\n\n1. It is done.\n'),
    /no error scenario/,
  ],
  ['no numbered requirement', emptied('Requirements', '\n- One\n'), /no numbered requirement/],
  ['no criterion', emptied('Acceptance Criteria', '\n- It is dark\n'), /has no check box/],
  [
    'criteria only in code',
    emptied('Acceptance Criteria', '\n```\n- [ ] It is dark\n```\n'),
    /has no check box/,
  ],
  [
    'a vague criterion',
    issueFor(brief, { context: '', isVague: true }),
    /cannot be decided by yes or no/,
  ],
  [
    'nothing out of scope',
    emptied('Out of Scope', '\n- [ ] None.\n'),
    /Out of Scope names nothing/,
  ],
  ['no file', emptied('Files', '\nSome of them.\n'), /names no file and no module/],
  ['a placeholder', emptied('Risks', '\nTBD\n'), /has a placeholder: "TBD"/],
  ['too much', `${good}${'x'.repeat(60_000)}`, /60000 are the most/],
])('%s is found', (_, text, finding) => {
  expect(checkIssue(text, brief)).toEqual([expect.stringMatching(finding)])
})

test('words that the brief itself speaks of are no placeholders', () => {
  const text = emptied('Risks', '\nA TODO list could be long.\n')
  expect(checkIssue(text, brief)).toHaveLength(1)
  expect(checkIssue(text, 'Show my TODO list')).toEqual([])
})

test('a template that was not filled in, or prose, is no issue that passes', () => {
  const template = emptyDocument('# <a title>', SECTIONS)
  expect(isIssue(template)).toBe(true)
  expect(checkIssue(template, '').length).toBeGreaterThan(SECTIONS.length)
  expect(isIssue('I cannot do that.')).toBe(false)
  expect(isIssue(`\`\`\`\n${good}\n\`\`\``)).toBe(false)
})
