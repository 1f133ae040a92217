/** An item that is built again on another base: what was found and approved before comes along. */
import { expect, test } from 'vitest'
import type { AskedCall } from '../../src/mock-provider/answer.ts'
import { workflowAnswers } from '../../src/mock-provider/answers/answers.ts'
import { markerOf } from '../../src/mock-provider/scenario/marker.ts'
import { implementProject } from '../rig/implement-project.ts'

const ISSUES = {
  '13-tags.md': '# Tags\n\nOffered by `src/list.js` too.\n\n- [ ] An item has tags\n',
}
const SETTLED = /no-bound \(tier 2\): The input has no bound\nfixed in round 2/

/** The conversations of the run that is to be seen, by what was asked for. */
function record() {
  let calls: { readonly task: string; readonly prompt: string }[] = []
  return {
    take(call: AskedCall) {
      calls.push({ task: markerOf(call)?.task ?? '', prompt: call.prompt })
    },
    forget() {
      calls = []
    },
    tasks: () => calls.map(({ task }) => task),
    prompt: (task: string) => calls.find((call) => call.task === task)?.prompt ?? '',
  }
}

/** Built and approved; before it is published, somebody changes a file of the base. */
async function approvedButInConflict(path: string, text: string) {
  const asked = record()
  let isChanged = false
  const built = await implementProject({
    issues: ISSUES,
    designs: ['13'],
    answer: (call, context) => {
      asked.take(call)
      const isReview = markerOf(call)?.task === 'implement.review'
      if (isReview && call.prompt.includes('> MOST_CHARACTERS') && !isChanged) {
        isChanged = true
        project.write(path, text)
        project.commit(path)
      }
      return workflowAnswers(call, context)
    },
  })
  const { project, args } = built
  const first = await project.agentos(args('13'))
  expect(first.stdout).toMatch(/1 conflict/)
  return { ...built, asked }
}

test('what was approved is applied to the new base, and only reviewed again', async () => {
  const list = `export function addItem(list, text) {\n  return [...list, { text, done: false }]\n}\n\nexport const other = 1\n`
  const { project, args, ask, asked } = await approvedButInConflict('src/list.js', list)
  const approved = ask('rev-parse', 'agentos/13-tags')
  // The base is repaired in another way, and has something new.
  project.write('src/list.js', ask('show', 'HEAD~:src/list.js').concat('\n'))
  project.write('src/new.js', 'export const added = true\n')
  project.commit('.')
  await project.agentos(['retry', 'IMPL-13'])
  asked.forget()
  const again = await project.agentos(args('13'))
  expect(again.stdout).toMatch(/1 done/)
  expect(asked.tasks()).toEqual(['implement.review'])
  expect(asked.prompt('implement.review')).toMatch(SETTLED)
  expect(again.stdout).toContain('the code that was approved before is applied to the new base')
  expect(again.stdout).toContain('red, as expected')
  expect(ask('diff', '--name-only', approved, 'agentos/13-tags', '--', 'src', 'test')).toBe(
    'src/new.js',
  )
  ask('merge-base', '--is-ancestor', 'master', 'agentos/13-tags')
})

test('where it does not fit, its tests are taken, and the coder is shown the diff and what does not fit', async () => {
  const asIs = `export function addItem(list, text) {\n  return [...list, { text, done: false }]\n}\n\nexport function openItems(list) {\n  return list.filter((item) => !item.done)\n}\n`
  const { project, args, asked } = await approvedButInConflict(
    'src/list.js',
    `${asIs}\nexport const other = 1\n`,
  )
  await project.agentos(['retry', 'IMPL-13'])
  asked.forget()
  const again = await project.agentos(args('13'))
  expect(again.stdout).toMatch(/1 done/)
  expect(asked.tasks()).not.toContain('implement.tests')
  const prompt = asked.prompt('implement.code')
  expect(prompt).toContain('It does not fit as it is (not in src/list.js)')
  expect(prompt).toContain("+export { tags } from './tags.js'")
  expect(prompt).toContain('+const MOST_CHARACTERS')
  expect(prompt).toMatch(SETTLED)
  expect(asked.prompt('implement.review')).toMatch(SETTLED)
})

test('what was not approved is built anew, by somebody who knows what was found', async () => {
  const asked = record()
  let isStrict = true
  const { project, args } = await implementProject({
    issues: ISSUES,
    designs: ['13'],
    answer: async (call, context) => {
      asked.take(call)
      const usual = await workflowAnswers(call, context)
      const task = markerOf(call)?.task
      if (!isStrict || !('text' in usual)) return usual
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
  const first = await project.agentos(args('13'))
  expect(first.stdout).toMatch(/1 needs-revision/)
  await project.agentos(['retry', 'IMPL-13'])
  asked.forget()
  isStrict = false
  const again = await project.agentos(args('13'))
  expect(again.stdout).toMatch(/1 done/)
  for (const task of ['implement.tests', 'implement.review']) {
    expect(asked.prompt(task)).toContain('An earlier try, on another commit, was not approved.')
    expect(asked.prompt(task)).toContain('The author declined: Nobody types that much.')
  }
})

test.each(['one', 'none'])(
  'a branch that was published (reports on it: %s), or that is gone, is not taken again',
  async (reports) => {
    const asked = record()
    const { project, args, ask } = await implementProject({
      issues: ISSUES,
      designs: ['13'],
      answer: (call, context) => {
        asked.take(call)
        return workflowAnswers(call, context)
      },
    })
    project.write('agentos.config.mjs', `export default { implement: { reports: '${reports}' } }`)
    await project.agentos(args('13'))
    asked.forget()
    expect((await project.agentos(args('13', '--fresh'))).code).toBe(0)
    expect(asked.tasks().slice(0, 2)).toEqual(['implement.tests', 'implement.code'])
    expect(asked.prompt('implement.tests')).not.toContain('earlier try')
    ask('branch', '--quiet', '-D', 'agentos/13-tags')
    asked.forget()
    expect((await project.agentos(args('13', '--fresh'))).code).toBe(0)
    expect(asked.tasks().slice(0, 2)).toEqual(['implement.tests', 'implement.code'])
  },
)
