/** Items that are built again on another base: what was found and approved before comes along. */
import { expect, test } from 'vitest'
import { workflowAnswers } from '../../src/mock-provider/answers/answers.ts'
import { markerOf } from '../../src/mock-provider/scenario/marker.ts'
import { sharedByTests } from '../rig/at-end.ts'
import { implementProject } from '../rig/implement-project.ts'

const ISSUES = {
  '12-colours.md': '# Colours\n\n- [ ] An item has a colour\n',
  '13-tags.md': '# Tags\n\nOffered by `src/list.js` too.\n\n- [ ] An item has tags\n',
  '16-notes.md': '# Notes\n\nOffered by `src/store.js` too.\n\n- [ ] An item has a note\n',
  '19-links.md': '# Links\n\n- [ ] An item has a link\n',
}
const STORE = 'export function save(list) {\n  return JSON.stringify(list)\n}\n'
const SETTLED = /no-bound \(tier 2\): The input has no bound\nfixed in round 2/

/** The base is changed while an item is reviewed: it is approved, and in conflict. */
const CHANGED_MEANWHILE: Readonly<Record<string, [path: string, text: string]>> = {
  13: ['src/list.js', 'export const other = 1\n'],
  16: ['src/store.js', `${STORE}\nexport const other = 1\n`],
}

interface Asked {
  readonly item: string
  readonly task: string
  readonly prompt: string
}

/** Built, not published for one reason or another, and built again. */
const rebuilt = sharedByTests(async () => {
  let asked: Asked[] = []
  let isStrict = true
  let hasCoder = true
  const changed = new Set<string>()
  const made = await implementProject({
    issues: ISSUES,
    designs: ['12', '13', '16', '19'],
    files: { 'src/store.js': STORE },
    answer: async (call, context) => {
      const { item = '', task = '' } = markerOf(call) ?? {}
      asked.push({ item, task, prompt: call.prompt })
      if (task === 'implement.code' && !hasCoder) return { error: 'bad-request' }
      const [path, text] = CHANGED_MEANWHILE[item] ?? []
      const isBounded = task === 'implement.review' && call.prompt.includes('> MOST_CHARACTERS')
      if (path !== undefined && isBounded && !changed.has(item)) {
        changed.add(item)
        project.write(path, text ?? '')
        project.commit(path)
      }
      const usual = await workflowAnswers(call, context)
      if (item !== '19' || !isStrict || !('text' in usual)) return usual
      const answer = JSON.parse(usual.text ?? '')
      if (task === 'implement.revise') {
        const declined = [{ id: 'no-bound', why: 'Nobody types that much.' }]
        return { text: JSON.stringify({ ...answer, changes: [], declined }) }
      }
      if (task !== 'implement.review' || !call.prompt.includes('Nobody types')) return usual
      const earlier = ['no-bound', 'messages']
        .filter((id) => call.question.includes(`- ${id} (tier`))
        .map((id) => ({ id, disposition: 'open', note: '' }))
      return { text: JSON.stringify({ ...answer, verdict: 'REVISE', findings: [], earlier }) }
    },
  })
  const { project, args, ask } = made
  const first = await project.agentos(args('12', '13', '16', '19', '--parallel=4'))
  const approved = ask('rev-parse', 'agentos/13-tags')
  // The one base is repaired in another way, and has something new.
  project.write('src/list.js', `${ask('show', `${approved}~3:src/list.js`)}\n`)
  project.write('src/new.js', 'export const added = true\n')
  project.commit('.')
  await project.agentos(['retry', 'IMPL-13', 'IMPL-16', 'IMPL-19'])
  asked = []
  isStrict = false
  const again = await project.agentos(args('13', '16', '19', '--parallel=3'))
  const tasks = (item: string) =>
    asked.filter((call) => call.item === item).map((call) => call.task)
  const prompt = (item: string, task: string) =>
    asked.find((call) => call.item === item && call.task === task)?.prompt ?? ''
  const forget = () => (asked = [])
  return {
    ...made,
    first,
    approved,
    again,
    tasks,
    prompt,
    forget,
    endAtCode: () => (hasCoder = false),
  }
})

test('approved work that is in conflict with the base, and work that was not approved, are built again', () => {
  const { first, again } = rebuilt()
  expect(first.stdout).toMatch(/1 done, 1 needs-revision, 2 conflict/)
  expect(again.stdout).toMatch(/3 done/)
})

test('what was approved is applied to the new base, and only reviewed again', () => {
  const { again, approved, ask, tasks, prompt } = rebuilt()
  expect(tasks('13')).toEqual(['implement.review'])
  expect(prompt('13', 'implement.review')).toMatch(SETTLED)
  expect(again.stdout).toContain(
    '[IMPL-13] the code that was approved before is applied to the new base',
  )
  expect(again.stdout).toContain('[IMPL-13] red, as expected')
  const ownPaths = ['src/list.js', 'src/new.js', 'src/tags.js', 'test']
  expect(ask('diff', '--name-only', approved, 'agentos/13-tags', '--', ...ownPaths)).toBe(
    'src/new.js',
  )
  ask('merge-base', '--is-ancestor', 'master', 'agentos/13-tags')
})

test('where it does not fit, its tests are taken, and the coder is shown the diff and what does not fit', () => {
  const { tasks, prompt } = rebuilt()
  expect(tasks('16')).not.toContain('implement.tests')
  const coder = prompt('16', 'implement.code')
  expect(coder).toContain('It does not fit as it is (not in src/store.js)')
  expect(coder).toContain("+export { notes } from './notes.js'")
  expect(coder).toContain('+const MOST_CHARACTERS')
  expect(coder).toMatch(SETTLED)
  expect(prompt('16', 'implement.review')).toMatch(SETTLED)
})

test('what was not approved is built anew, by somebody who knows what was found', () => {
  const { prompt } = rebuilt()
  for (const task of ['implement.tests', 'implement.review']) {
    const asked = prompt('19', task)
    expect(asked).toContain('An earlier try, on another commit, was not approved.')
    expect(asked).toContain('The author declined: Nobody types that much.')
  }
})

test('a branch that was published, or that is gone, is not taken again', async () => {
  const { project, args, ask, tasks, prompt, forget, endAtCode } = rebuilt()
  ask('branch', '--quiet', '-D', 'agentos/19-links')
  endAtCode() // where it is known that tests and code are asked for
  forget()
  await project.agentos(args('12', '19', '--fresh', '--parallel=2'))
  for (const item of ['12', '19']) {
    expect(tasks(item)).toEqual(['implement.tests', 'implement.code'])
    expect(prompt(item, 'implement.tests')).not.toContain('earlier try')
  }
})
