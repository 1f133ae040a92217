/** The conversations of coder and reviewer about an implementation: what each question has, and what it does not repeat. */
import { expect, test } from 'vitest'
import type { AnswerFunction, AskedCall } from '../../src/mock-provider/answer.ts'
import { blockOf, shownFile } from '../../src/mock-provider/answers/answer-parts.ts'
import { workflowAnswers } from '../../src/mock-provider/answers/answers.ts'
import { markerOf } from '../../src/mock-provider/scenario/marker.ts'
import { implementProject } from '../rig/implement-project.ts'
import { finding, killedAsking, verdictAnswer } from '../rig/lld-project.ts'

const nameOf = (call: AskedCall) => {
  const { task, round } = markerOf(call) ?? {}
  return `${task?.replace('implement.', '')} ${round}`
}

/** Its design adds a module and changes `src/list.js`. */
const ISSUES = {
  '13-notes.md': '# Notes\n\nOffered by `src/list.js` too.\n\n- [ ] An item has a note\n',
}

/** A project whose calls are remembered, in order. */
async function listening(answer: AnswerFunction) {
  const calls: AskedCall[] = []
  const made = await implementProject({
    issues: ISSUES,
    designs: ['13'],
    answer: (call, context) => {
      calls.push(call)
      return answer(call, context)
    },
  })
  const asked = (name: string) => calls.find((call) => nameOf(call) === name)?.question ?? ''
  return { ...made, made, calls, asked }
}

/** The usual answer, changed as a proposal. */
async function changed(
  [call, context]: Parameters<AnswerFunction>,
  change: (proposal: { changes: Record<string, unknown>[] } & Record<string, unknown>) => void,
) {
  const usual = await workflowAnswers(call, context)
  const proposal = JSON.parse('text' in usual ? (usual.text ?? '') : '')
  change(proposal)
  return { text: JSON.stringify(proposal) }
}

const editOf = (path: string, search: string, replace: string) => ({
  ...{ path, action: 'edit', content: '', edits: [{ search, replace }] },
})
const NO_MORE = { files: [], symbols: [], searches: [] }
const proposing = (...changes: object[]) => ({
  text: JSON.stringify({ changes, amendments: [], declined: [], later: [] }),
})

/** Tests and code are refused once, corrected by edits, and sent back twice. */
const muchAsked: AnswerFunction = async (call, context) => {
  const detail = `See test/list.test.js.\n\n\tno  note:   "x"\n${'Because of this. '.repeat(100)}End.`
  switch (nameOf(call)) {
    case 'tests 1':
      return changed([call, context], ({ changes: [tests] }) => {
        if (tests !== undefined) tests.content = `${tests.content}\ntest('x', () => {})\n`
      })
    case 'tests 2':
      return proposing(editOf('test/notes.test.js', "\ntest('x', () => {})\n", ''))
    case 'code 1':
      return changed([call, context], ({ changes }) => {
        changes.push({ path: 'src/elsewhere.js', action: 'write', content: 'x', edits: [] })
        changes.push(editOf('src/notes.js', 'is nowhere', ''))
      })
    case 'code 2':
      return proposing()
    case 'review 1':
      return verdictAnswer({ verdict: 'REVISE', findings: [finding({ detail })] })
    case 'revise 1':
      return proposing(editOf('src/notes.js', 'export function', '/** Noted. */\nexport function'))
    case 'review 2':
      return call.question.includes('+/** Noted. */')
        ? verdictAnswer({ earlier: [{ id: 'f1', disposition: 'fixed' }] })
        : verdictAnswer({ verdict: 'REVISE', earlier: [{ id: 'f1', disposition: 'open' }] })
    default:
      return workflowAnswers(call, context)
  }
}

test('every question begins with the bytes of all before it; each file, finding and reason comes once', async () => {
  const { project, args, calls, asked, ask } = await listening(muchAsked)
  const design = project.read('docs/lld/LLD-13.md')
  const read = 'kind: feature\nread:\n  - issues/4-undo.md:6-6\n'
  project.write('docs/lld/LLD-13.md', design.replace('kind: feature\n', read))
  const { code, stdout } = await project.agentos(args('13'))
  expect({ code, stdout }).toMatchObject({ code: 0 })
  const byModel = Object.values(Object.groupBy(calls, ({ model }) => model))
  expect(byModel.map((own) => own?.map(nameOf))).toEqual([
    ['tests 1', 'tests 2', 'code 1', 'code 2', 'revise 1'],
    ['review 1', 'review 2'],
  ])
  let [again, all] = [0, 0]
  for (const own of byModel)
    for (const [index, call] of (own ?? []).entries()) {
      const before = own?.[index - 1]
      if (before === undefined) continue
      expect(call.instructions).toBe(before.instructions)
      expect(call.prompt.startsWith(before.prompt)).toBe(true)
      again += before.instructions.length + before.prompt.length
      all += call.instructions.length + call.prompt.length
    }
  expect(again / all).toBeGreaterThanOrEqual(0.8)

  // Shown at the beginning: the file to be changed, the tests beside it, and what the designer has read; and not again.
  expect(asked('tests 1')).toContain('A wrong key should not cost an afternoon.')
  expect(shownFile(asked('tests 1'), 'src/list.js')).toContain('export function openItems(list)')
  expect(shownFile(asked('tests 1'), 'test/list.test.js')).toContain("test('adds an item'")
  for (const name of ['tests 2', 'code 1', 'code 2', 'revise 1'])
    expect(asked(name)).not.toMatch(/openItems|adds an item|# 13 - Feature/)

  // Refused with all reasons at once, and corrected by edits of what is kept.
  expect(blockOf(asked('tests 2'), 'reasons')).toContain('"x"')
  expect(asked('tests 2')).toContain('Kept as you have proposed it: `test/notes.test.js`.')
  expect(blockOf(asked('code 2'), 'reasons')).toMatch(
    /- "src\/elsewhere\.js": the design does not name it[\s\S]+\n- src\/notes\.js: the search text of edit 1/,
  )
  const tests = ask('show', 'agentos/13-notes:test/notes.test.js')
  expect(tests).toContain('T010')
  expect(tests).not.toContain("test('x'")
  expect(ask('show', 'agentos/13-notes:src/list.js')).toContain('export { notes }')

  // Findings word for word; then the reviewer is shown what has changed, and not the rest.
  expect(asked('revise 1')).toContain('\n\tno  note:   "x"\nBecause of this.')
  expect(asked('review 1')).toContain('+++ b/src/list.js')
  expect(shownFile(asked('review 1'), 'src/list.js')).toContain('export function openItems(list)')
  expect(asked('review 2')).not.toContain('src/list.js')
})

test('what has no room in one answer is asked for next, and may turn out to need nothing; one that was cut off is told to leave the rest for later', async () => {
  const { project, args, calls, asked } = await listening((call, context) => {
    if (nameOf(call) === 'code 2') return proposing()
    if (nameOf(call) !== 'code 1') return workflowAnswers(call, context)
    if (!call.question.includes('could not be used')) return { text: 'x'.repeat(40_000) }
    return changed([call, context], (proposal) => {
      proposal.changes = proposal.changes.filter(({ path }) => path !== 'src/list.js')
      proposal.later = ['src/list.js', 'src/nowhere.js']
    })
  })
  const limit = ['--set', 'limits.outputTokens=4000']
  const { code, stdout } = await project.agentos(args('13', ...limit))
  expect({ code, stdout }).toMatchObject({ code: 0 })
  const again = calls.filter((call) => nameOf(call) === 'code 1').at(-1)?.question
  expect(again).toContain(
    'The answer was cut off at the output limit.\nAnswer again with fewer files',
  )
  expect(again).toContain('list the paths of all the rest under `later`')
  expect(asked('code 1')).toContain('in one answer: `src/notes.js` (Add), `src/list.js` (Modify).')
  expect(asked('code 2')).toContain('in one answer: `src/list.js` (Modify).')
})

test('coder and reviewer may ask once to be shown more, and answer then; killed before that, nothing is asked twice', async () => {
  const files = [{ path: 'issues/4-undo.md', from: null, to: null }]
  const SHOWN = 'A wrong key should not cost an afternoon.'
  const asking = { changes: [], amendments: [], declined: [], needs: { ...NO_MORE, files } }
  const made = await listening((call, context) => {
    if (nameOf(call) === 'review 1')
      return verdictAnswer({ verdict: 'DISCUSS', needs: { ...NO_MORE, files } })
    const isRefused = call.question.includes('possible once only')
    if (nameOf(call) === 'tests 1' || (nameOf(call) === 'code 1' && !isRefused))
      return { text: JSON.stringify(asking) }
    if (nameOf(call) !== 'look 1') return workflowAnswers(call, context)
    const question = call.prompt.replaceAll('task=implement.look', 'task=implement.tests')
    return workflowAnswers({ ...call, question, prompt: question }, context)
  })
  const { project, provider, args, calls, asked } = made
  await killedAsking(made, args('13'), 'implement.look')
  await killedAsking(made, args('13'), 'implement.needs')
  const { code, stdout } = await project.agentos(args('13'))
  expect({ code, stdout }).toMatchObject({ code: 0 })
  expect(provider.statistics()).toMatchObject({ repeated: 0 })
  for (const [before, after] of [
    ['tests 1', 'look 1'],
    ['review 1', 'needs 1'],
  ] as const) {
    expect(asked(before)).not.toContain(SHOWN)
    expect(asked(after)).toContain(SHOWN)
  }
  const own = calls.filter(({ model }) => model === calls[0]?.model).map(nameOf)
  expect([...new Set(own)]).toEqual(['tests 1', 'look 1', 'code 1', 'revise 1'])
})
