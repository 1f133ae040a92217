import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { type ParsedReview, parseReview } from './parse-review.ts'

const fixture = (name: string) =>
  readFileSync(new URL(`fixtures/${name}.md`, import.meta.url), 'utf8')

const APPROVED = fixture('lld-approved')
const BOXES = `[x] **APPROVED** - Ready for implementation
[ ] **REVISE** - Fix Tier 1/2 issues first
[ ] **DISCUSS** - Needs Orchestrator decision`
const SECTION = `## Verdict\n${BOXES}`

/** The approved review with a part of it replaced; what is not there cannot be replaced. */
function changed(from: string, to: string, document = APPROVED): string {
  if (!document.includes(from)) throw new Error(`There is no ${from}`)
  return document.replace(from, () => to)
}

describe('documents of another tool', () => {
  test.each([
    ['lld-unbounded-retry', 'lld', 'REVISE', [1, 2, 2]],
    ['lld-worktree-scope', 'lld', 'REVISE', [1, 2, 2]],
    ['lld-code-duplication', 'lld', 'REVISE', [0, 2, 2]],
    ['lld-approved', 'lld', 'APPROVED', [0, 1, 3]],
    ['issue-vague-performance', 'issue', 'REVISE', [0, 3, 3]],
  ])('%s', (name, kind, verdict, counts) => {
    const review = parseReview(fixture(name))
    expect(review).toMatchObject({ ok: true, kind, verdict })
    expect(countsOf(review)).toEqual(counts)
  })

  test('a finding has its category, its title and all that belongs to it', () => {
    const review = parseReview(fixture('lld-worktree-scope'))
    expect(review).toMatchObject({
      title: '0XXX-Parallel Workflow Execution for LLD and Issue Processing',
    })
    const [first] = review.ok ? review.findings : []
    expect(first).toMatchObject({
      tier: 1,
      category: 'Safety',
      title: 'CRITICAL - Worktree Scope Violation',
    })
    expect(first?.text).toMatch(/^The design explicitly states/)
    expect(first?.text.match(/^- \*\*/gm)).toHaveLength(2)
  })

  test('a finding without a label is its own title', () => {
    const review = parseReview(fixture('issue-vague-performance'))
    const last = review.ok ? review.findings.at(-3) : undefined
    expect(last).toEqual({
      tier: 3,
      category: '',
      title: 'Add label `core-workflow` and `performance`.',
      text: '',
    })
  })
})

describe('spellings that change nothing', () => {
  test.each([
    ['an upper-case X', (text: string) => text.replace('[x]', '[X]')],
    ['Windows line ends', (text: string) => text.replaceAll('\n', '\r\n')],
    ['old Mac line ends', (text: string) => text.replaceAll('\n', '\r')],
    ['a byte order mark', (text: string) => `\ufeff${text}`],
    ['a final newline', (text: string) => `${text}\n`],
    ['blanks at line ends', (text: string) => text.replaceAll('\n', ' \t\n')],
    ['tabs and more blanks', (text: string) => text.replaceAll('] **', ']\t  **')],
    ['an indented heading', (text: string) => text.replace('## Verdict', ' ## Verdict')],
    [
      'the verdict also in the heading',
      (text: string) => text.replace('## Verdict', '## Verdict: APPROVED'),
    ],
    ['front matter', (text: string) => `---\nissue: 42\n---\n${text}`],
    ['blanks in headings', (text: string) => text.replaceAll('## ', '##   ')],
    ['closed headings', (text: string) => text.replace('## Verdict', '## Verdict ##')],
    [
      'blanks within words',
      (text: string) => text.replaceAll('No issues found', 'No  issues\tfound'),
    ],
    ['stars as bullets', (text: string) => text.replace(/^- /gm, '* ')],
    ['plus signs as bullets', (text: string) => text.replace(/^- /gm, '+ ')],
    ['numbers in Tier 3', (text: string) => text.replace(/^- \*\*/gm, '1. **')],
    ['boxes in a list', (text: string) => text.replace(BOXES, BOXES.replace(/^/gm, '- '))],
    ['boxes a little indented', (text: string) => text.replace(BOXES, BOXES.replace(/^/gm, '  '))],
    [
      'blank lines between boxes',
      (text: string) => text.replace(BOXES, BOXES.replace(/\n/g, '\n\n')),
    ],
    ['boxes without stars', (text: string) => text.replace(BOXES, BOXES.replaceAll('**', ''))],
    ['the other boxes struck out', (text: string) => text.replace('**REVISE**', '~~**REVISE**~~')],
    [
      'nothing but the ticked box',
      (text: string) => text.replace(BOXES, BOXES.split('\n')[0] ?? ''),
    ],
    [
      'a plain comment',
      (text: string) => text.replace('## Verdict', '<!-- by hand\n\n-->\n## Verdict'),
    ],
    ['rules between sections', (text: string) => text.replaceAll('\n## ', '\n---\n\n## ')],
    ['a section behind the verdict', (text: string) => `${text}\n\n## Notes\nThanks.`],
    [
      'a fence in another section',
      (text: string) => text.replace('## Tier 1', '```sh\n## x\n```\n## Tier 1'),
    ],
    ['a sentence below the boxes', (text: string) => `${text}\n\nThe two suggestions can wait.`],
  ])('%s', (_, change) => {
    expect(change(APPROVED)).not.toBe(APPROVED)
    const review = parseReview(change(APPROVED))
    expect(review).toMatchObject({ ok: true, verdict: 'APPROVED' })
    expect(countsOf(review)).toEqual([0, 1, 3])
  })
})

describe('what is not clear is refused', () => {
  const both = BOXES.replace('[ ] **REVISE', '[x] **REVISE')
  const none = BOXES.replace('[x]', '[ ]')
  const quoted = (text: string) => text.replace(/^/gm, '> ')
  const inSection = (text: string) => changed(BOXES, text)
  const inSummary = (text: string) => changed('## Tier 1', `${text}\n\n## Tier 1`)

  test.each([
    [
      'two ticked boxes',
      inSection(both),
      /^2 boxes are ticked: APPROVED \(line 49\), REVISE \(line 50\)\.$/,
    ],
    ['no ticked box', inSection(none), /^No box of the Verdict section is ticked/],
    ['no Verdict section', changed(SECTION, ''), /^There is no heading `## Verdict`/],
    [
      'two Verdict sections',
      `${APPROVED}\n\n${SECTION}`,
      /^There are 2 headings like `## Verdict`/,
    ],
    [
      'a second one that revises',
      `${SECTION.replace('[x]', '[ ]')}\n\n${APPROVED}`,
      /^There are 2 head/,
    ],
    ['a verdict in prose', inSection('This LLD is APPROVED.'), /a verdict in prose does not count/],
    [
      'a negated verdict',
      inSection('This LLD cannot be APPROVED.'),
      /a verdict in prose does not count/,
    ],
    [
      'a verdict in the heading only',
      changed(SECTION, '## Verdict: APPROVED'),
      /in prose does not count/,
    ],
    [
      'prose that takes it back',
      `${APPROVED}\n\nIt cannot be APPROVED yet.`,
      /also says "It cannot be/,
    ],
    [
      'prose right below the boxes',
      `${APPROVED}\nIt cannot be APPROVED yet.`,
      /also says "It cannot be/,
    ],
    [
      'a quote that takes it back',
      `${APPROVED}\n\n> It cannot be APPROVED yet.`,
      /also says "> It cannot/,
    ],
    [
      'a wide box amid text',
      inSection(BOXES.replace('[x]', 'It is [ x ]')),
      /box that is not at its start/,
    ],
    [
      'a line that continues',
      inSection(BOXES.replace(/n$/m, 'n\nonce the loop is bounded')),
      /"once the loop/,
    ],
    ['a condition', changed('Ready for imp', 'Ready if fixed for imp'), /"- Ready if fixed/],
    ['a negated box', changed('**APPROVED**', '**NOT APPROVED**'), /line 49 names no verdict/],
    [
      'REVISE beside DISCUSS in prose',
      `${fixture('lld-unbounded-retry')}\n\nOr DISCUSS.`,
      /names DISCUSS/,
    ],
    [
      'boxes in a fence',
      inSection(`\`\`\`\n${BOXES}\n\`\`\``),
      /APPROVED is inside a code fence \(line 50\)/,
    ],
    ['boxes in tildes', inSection(`~~~ x\n${BOXES}\n~~~`), /inside a code fence/],
    [
      'boxes in a longer fence',
      inSection(`\`\`\`\`\n\`\`\`\n${BOXES}\n\`\`\`\``),
      /inside a code fence/,
    ],
    [
      'boxes in an indented fence',
      inSection(`  ~~~\n${BOXES.replace(/^/gm, '  ')}\n  ~~~`),
      /inside a code/,
    ],
    [
      'boxes in a fence of a list',
      inSection(`- ~~~\n${BOXES.replace(/^/gm, '  ')}\n  ~~~`),
      /inside a code/,
    ],
    ['a fence that never ends', inSection(`\`\`\`\n${none}`), /fence of line 49 is never closed/],
    ['a fence closed by another', inSection(`\`\`\`\n~~~\n${BOXES}`), /never closed/],
    ['a fence closed too deep', inSection(`\`\`\`\n    \`\`\`\n${BOXES}`), /never closed/],
    [
      'a fence left by its list',
      changed(SECTION, `- \`\`\`\n\`\`\`\n${SECTION}\n\`\`\``),
      /unclear whether line 49/,
    ],
    [
      'the whole verdict in a fence',
      changed(SECTION, `\`\`\`\n${SECTION}\n\`\`\``),
      /no heading `## Verdict`/,
    ],
    ['boxes in a quote', inSection(quoted(BOXES)), /APPROVED is inside a block quote \(line 49\)/],
    ['boxes that go on with a quote', inSection(`> They said:\n${BOXES}`), /inside a block quote/],
    ['the whole verdict in a quote', changed(SECTION, quoted(SECTION)), /no heading `## Verdict`/],
    ['a quoted review', inSummary(quoted(APPROVED)), /inside a block quote/],
    ['a fenced review', inSummary(`\`\`\`\`md\n${APPROVED}\n\`\`\`\``), /inside a code fence/],
    ['a second review', `${APPROVED}\n\n${APPROVED}`, /^There are 2 headings like `# LLD Review/],
    [
      'a box in another section',
      inSummary('[x] **REVISE** - really'),
      /outside of the Verdict section/,
    ],
    [
      'boxes in another section only',
      inSummary(BOXES).replace(SECTION, '## Verdict'),
      /outside of the/,
    ],
    ['a struck box', inSection(BOXES.replace(/^.*$/m, '~~$&~~')), /box that is not at its start/],
    ['a struck verdict', changed('**APPROVED**', '~~**APPROVED**~~'), /line 49 is struck out/],
    [
      'boxes struck over lines',
      inSection(`~~\n${BOXES}\n~~`),
      /strikes something out|never closed/,
    ],
    ['struck by HTML', changed('[x] **APPROVED**', '<del>[x] **APPROVED**'), /Line 49 has HTML/],
    ['struck from outside', inSummary('<s>'), /has HTML/],
    ['a verdict in details', changed(SECTION, `<details>\n\n${SECTION}\n\n</details>`), /has HTML/],
    ['a verdict in pre', changed(SECTION, `<pre>\n${SECTION}\n</pre>`), /has HTML/],
    ['hidden boxes', inSection(`<!--\n${BOXES}\n-->`), /hides a box for APPROVED \(line 50\)/],
    [
      'a hidden box',
      inSection(BOXES.replace(/^(.*REVISE.*)$/m, '<!-- $1 -->')),
      /hides a box for REVISE/,
    ],
    ['a comment that never ends', `${APPROVED}\n<!-- `, /comment of line 52 is never closed/],
    [
      'a comment amid text',
      changed('No issues found.', 'No issues found. <!--\n\n-->'),
      /does not end there/,
    ],
    [
      'a box behind a comment',
      changed('[x] **APP', '<!-- x --> [x] **APP'),
      /text behind an HTML comment/,
    ],
    [
      'a box behind a long comment',
      changed('[x] **APP', '<!--\n--> [x] **APP'),
      /text behind an HTML comment/,
    ],
    ['two boxes in a line', inSection(BOXES.replace('\n', ' ')), /box that is not at its start/],
    [
      'a box amid text',
      inSection(BOXES.replace('[x]', 'It is [x]')),
      /box that is not at its start/,
    ],
    ['a link that looks like a box', changed('[x] **', '[x](y) **'), /names no verdict/],
    ['boxes in a table', inSection('| [x] | APPROVED |'), /box that is not at its start/],
    ['escaped boxes', inSection(BOXES.replace('[x]', '\\[x\\]')), /No box|also says/],
    ['an unknown mark', changed('[x] **APP', '[✓] **APP'), /unknown mark/],
    [
      'two boxes for one verdict',
      inSection(`${BOXES}\n[ ] **APPROVED**`),
      /two boxes for APPROVED/,
    ],
    ['boxes indented like code', inSection(BOXES.replace(/^/gm, '    ')), /indented like code/],
    ['a deeper Verdict', changed('## Verdict', '### Verdict'), /not on one level/],
    ['an underlined Verdict', changed('## Verdict', `Verdict\n---\n## Verdict`), /is underlined/],
    [
      'a Verdict in a list',
      changed(SECTION, `- x\n${SECTION.replace(/^/gm, '  ')}`),
      /no heading `## Verdict`/,
    ],
    ['no title', changed('# LLD Review:', '# LLD:'), /no heading `# LLD Review/],
    ['no Tier 1', changed('## Tier 1', '## Level 1'), /no heading `## Tier 1/],
    ['no Tier 2', changed('## Tier 2: HIGH PRIORITY Issues\n', ''), /no heading `## Tier 2/],
    [
      'blocking issues elsewhere',
      inSummary('## More BLOCKING Issues\n- x'),
      /does not belong to a tier/,
    ],
    [
      'a heading that negates',
      changed('## Verdict', '## Verdict: NOT APPROVED'),
      /also says "NOT APPROVED"/,
    ],
    ['boxes in a code span', inSection(`\`\n${BOXES}\n\``), /backtick without its partner/],
    ['boxes behind a quote in a list', inSection(`- > x\n${BOXES}`), /inside a block quote/],
    [
      'an approval with work to do',
      changed('Ready for implementation', 'Ready for changes'),
      /Ready for changes/,
    ],
    [
      'two of a tier',
      changed('## Tier 2', '## Tier 1: none\n## Tier 2'),
      /2 headings like `## Tier 1/,
    ],
    [
      'a category beside the tier',
      changed('### Cost', '## Cost'),
      /"Cost" \(line \d+\) does not belong/,
    ],
    ['an empty document', '', /is empty/],
    ['blanks', ' \n\t\n', /is empty/],
    ['binary', `${APPROVED}\0`, /not plain text/],
    ['an escape sequence', `${APPROVED}\x1b[2J`, /not plain text/],
    ['other text', 'Hello.', /no heading/],
  ])('%s', (_, document, reason) => {
    const review = parseReview(document)
    expect(review).toEqual({ ok: false, reason: expect.stringMatching(reason) })
  })
})

describe('an approval with something in Tier 1 is refused', () => {
  test.each([
    ['an item', '- **Loop:** It is unbounded.'],
    ['an item with a box', '- [x] **Loop:** It is unbounded.'],
    ['a number', '1. The loop is unbounded.'],
    ['an item indented like code', '\n    - The loop is unbounded.'],
    ['prose', 'The loop is unbounded.'],
    ['a quote', '> The loop is unbounded.'],
    ['a fence', '```\nThe loop is unbounded.\n```'],
    ['a table', '| 1 | The loop is unbounded. |'],
    ['a heading', '#### The loop is unbounded'],
    ['an exception', '- [ ] No issues found except an unbounded loop.'],
    ['an exception on the next line', '- [ ] No issues found\n  except an unbounded loop.'],
    ['a lack', '- [ ] No timeouts found in the loop.'],
    ['nested below none', '- [ ] No issues found.\n    - **Loop:** It is unbounded.'],
    ['beside none', '- [ ] No issues found.\n- **Loop:** It is unbounded.'],
    ['a paragraph below none', 'No issues found.\n\nThe loop is unbounded.'],
    ['a quote right below none', '- [ ] No issues found.\n> The loop is unbounded.'],
    ['a label right below none', '- [ ] No issues found.\n**Loop:** It is unbounded.'],
    ['an item with nothing but nested ones', '- [ ]\n    - The loop is unbounded.'],
    ['a fence right below none', '- [ ] No issues found.\n```\nThe loop is unbounded.\n```'],
    ['a label that says none', '- **No issues found:** but an unbounded loop.'],
    ['a fence below none', '- [ ] No issues found.\n\n```\nThe loop is unbounded.\n```'],
  ])('%s', (_, text) => {
    const cost = /### Cost\n.*\n/.exec(APPROVED)?.[0] ?? ''
    const review = parseReview(changed(cost, `### Cost\n${text}\n`))
    expect(review).toEqual({ ok: false, reason: expect.stringMatching(/Tier 1/) })
  })
})

test.each([
  ['No issues found.', 0],
  ['- None.', 0],
  ['- [ ] N/A', 0],
  ['*None identified.*', 0],
  ['- No suggestions.', 0],
  ['', 0],
  ['1. One\n2. Two\n   - nested\n     deeper\n\n   more\n3. Three', 3],
  ['+ One\n\n+ Two\n\n  more', 2],
  ['Some thoughts:\n- One', 1],
  ['### Speed\n- One\n### Naming\n- Two', 2],
  ['One thought.\nIt continues.\n\nAnd on.', 1],
  ['- One\ngoes on\n- Two', 2],
  ['- One\n```\n- not one\n```\n- Two', 2],
])('Tier 3 with %j has %i findings', (text, count) => {
  const tier = /(?<=## Tier 3: SUGGESTIONS\n)(?:- .*\n)+/.exec(APPROVED)?.[0] ?? ''
  expect(countsOf(parseReview(changed(tier, `${text}\n`)))).toEqual([0, 1, count])
})

test.each([
  ['lines', '- [x] a\n'],
  ['list marks', '- '],
  ['one line', 'a'],
  ['comments', '<!-- '],
  ['closed comments', '<!---->'],
  ['backticks', '` `` ``` '],
  ['growing runs of backticks', ''],
  ['brackets', '['],
  ['stars', '**'],
  ['headings', '# \n'],
  ['quotes', '> '],
  ['blanks', ' '],
  ['tabs', '\t'],
  ['rules', '- - '],
  ['fences', '```\n'],
  ['tags', '<a'],
])(
  'a long document of %s is read or refused in good time',
  (name, unit) => {
    const filler = name.startsWith('growing') ? growingRuns() : unit.repeat(980_000 / unit.length)
    const inTier = parseReview(changed('### Cost\n', `### Cost\n${filler}\n`))
    const inVerdict = parseReview(`${APPROVED}\n${filler}`)
    for (const review of [inTier, inVerdict]) expect(typeof review.ok).toBe('boolean')
    expect(parseReview(filler.repeat(5))).toMatchObject({ ok: false })
  },
  60_000, // not enough for work that grows with the square of the length
)

function growingRuns(): string {
  return Array.from({ length: 1_390 }, (_, index) => '`'.repeat(index + 1)).join(' ')
}

function countsOf(review: ParsedReview): number[] {
  if (!review.ok) throw new Error(review.reason)
  return [1, 2, 3].map((tier) => review.findings.filter((finding) => finding.tier === tier).length)
}
