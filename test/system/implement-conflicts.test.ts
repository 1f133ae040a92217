/** Items that get in each other's way: chained when that is known, told when it is not. */
import { expect, test } from 'vitest'
import { workflowAnswers } from '../../src/mock-provider/answers/answers.ts'
import { markerOf } from '../../src/mock-provider/scenario/marker.ts'
import { implementProject } from '../rig/implement-project.ts'
import type { Project } from '../rig/project.ts'

/** 11 and 13 both change src/list.js, 12 changes nothing that another one does. */
const ISSUES = {
  '11-tags.md': '# Tags\n\nOffered by `src/list.js` too.\n\n- [ ] An item has tags\n',
  '12-colours.md': '# Colours\n\n- [ ] An item has a colour\n',
  '13-notes.md': '# Notes\n\nOffered by `src/list.js` too.\n\n- [ ] An item has a note\n',
}
const NAMES = ['11', '12', '13']

/** When the items began and ended, by id. */
function times(project: Project): Record<string, { from: number; to: number }> {
  const events = project.events()
  const at = (type: string, id: string) =>
    events.find((event) => event.type === type && 'item' in event && String(event.item) === id)
      ?.seq ?? -1
  return Object.fromEntries(
    NAMES.map((id) => [id, { from: at('item-started', id), to: at('item-ended', id) }]),
  )
}

test('two designs on one file are built one after the other, the second on top of the first; others overlap', async () => {
  const asking = new Set<string | undefined>()
  const bothAsk = Promise.withResolvers<void>()
  const { project, args, ask } = await implementProject({
    issues: ISSUES,
    designs: NAMES,
    answer: async (call, context) => {
      asking.add(markerOf(call)?.item)
      if (asking.size === 2) bothAsk.resolve()
      await bothAsk.promise
      return workflowAnswers(call, context)
    },
  })
  const plan = await project.agentos(args(...NAMES, '--parallel=2', '--dry-run'))
  expect(plan.stdout).toMatch(
    /IMPL-11 {2}1 .*\n.*IMPL-12 {2}1 .*\n.*IMPL-13 {2}2 .*waits for 11: both change src\/list.js/,
  )

  const run = await project.agentos(args(...NAMES, '--parallel=2'))
  expect(run).toMatchObject({ code: 0 })
  const {
    11: first,
    12: other,
    13: second,
  } = times(project) as Record<number, { from: number; to: number }>
  if (first === undefined || other === undefined || second === undefined)
    throw new Error('no times')
  expect(second.from).toBeGreaterThan(first.to)
  expect(other.from).toBeLessThan(first.to)

  ask('merge-base', '--is-ancestor', 'agentos/11-tags', 'agentos/13-notes')
  const list = ask('show', 'agentos/13-notes:src/list.js')
  expect(list).toContain("export { tags } from './tags.js'")
  expect(list).toContain("export { notes } from './notes.js'")
  expect(ask('show', 'agentos/12-colours:src/list.js')).not.toContain('tags')
  const merge = ['-c', 'user.name=t', '-c', 'user.email=t@t', 'merge', '--quiet', '--no-edit']
  for (const name of ['11-tags', '13-notes', '12-colours']) ask(...merge, `agentos/${name}`)
})

test('a later run builds on the branch of the earlier one, and its plan says so', async () => {
  const { project, args, ask } = await implementProject({ issues: ISSUES, designs: NAMES })
  expect((await project.agentos(args('11'))).code).toBe(0)
  const plan = await project.agentos(args('13', '--dry-run'))
  expect(plan.stdout).toContain('builds on the branch of 11: both change src/list.js')
  expect((await project.agentos(args('13'))).code).toBe(0)
  ask('merge-base', '--is-ancestor', 'agentos/11-tags', 'agentos/13-notes')
})

test('when the first one of two fails, the second is built all the same', async () => {
  const { project, args, ask } = await implementProject({
    ...{ issues: ISSUES, designs: NAMES },
    answer: (call, context) =>
      markerOf(call)?.item === '11' && markerOf(call)?.task === 'implement.code'
        ? { text: JSON.stringify({ changes: [], amendments: [], declined: [] }) }
        : workflowAnswers(call, context),
  })
  const { code, stdout } = await project.agentos(args('11', '13', '--parallel=2'))
  expect(code).toBe(1)
  expect(stdout).toMatch(/1 done, 1 needs-revision/)
  expect(ask('merge-base', 'agentos/13-notes', 'agentos/11-tags')).toBe(ask('rev-parse', 'master'))
})

test('branches that cannot both be merged: the second is a conflict that names the files, exit 1', async () => {
  // Both write a test file that neither design names.
  const { project, args, ask } = await implementProject({
    ...{ issues: ISSUES, designs: NAMES },
    answer: async (call, context) => {
      const marker = markerOf(call)
      const usual = await workflowAnswers(call, context)
      const isThere = call.prompt.includes('test/shared.js')
      if (marker?.task !== 'implement.tests' || !('text' in usual) || isThere) return usual
      const proposal = JSON.parse(usual.text ?? '')
      const content = `// of ${marker.item}\n`
      proposal.changes.push({ path: 'test/shared.js', action: 'write', content, edits: [] })
      return { text: JSON.stringify(proposal) }
    },
  })
  const { code, stdout } = await project.agentos(args('11', '12'))
  expect(code).toBe(1)
  expect(stdout).toContain('[IMPL-12] CONFLICT')
  expect(stdout).toContain('cannot be merged with agentos/11-tags: both change test/shared.js')
  expect(stdout).toMatch(/1 done, 1 conflict/)
  expect(ask('ls-tree', '-r', '--name-only', 'agentos/12-colours')).not.toContain('docs/reports/')

  const same = await project.agentos(args('12'))
  expect(same.code).toBe(1)
  expect(same.stdout).toMatch(/then: .* retry IMPL-12$/m)

  // The remedy it names: with the other one merged, built anew on top of it.
  ask(
    '-c',
    'user.name=t',
    '-c',
    'user.email=t@t',
    'merge',
    '--quiet',
    '--no-edit',
    'agentos/11-tags',
  )
  await project.agentos(['retry', 'IMPL-12'])
  const again = await project.agentos(args('12'))
  expect(again.code).toBe(0)
  expect(again.stdout).toContain('what was there before is kept as refs/agentos/leftover/12/')
})

test('a base that has moved on in the same lines is a conflict too', async () => {
  const { project, args } = await implementProject({
    ...{ issues: ISSUES, designs: NAMES },
    answer: (call, context) => {
      if (markerOf(call)?.task === 'implement.review') {
        project.write('src/list.js', 'export const other = 1\n')
        project.commit('src/list.js')
      }
      return workflowAnswers(call, context)
    },
  })
  const { code, stdout } = await project.agentos(args('11'))
  expect(code).toBe(1)
  expect(stdout).toContain('cannot be merged with what is checked out: both change src/list.js')
})
