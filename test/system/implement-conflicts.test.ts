/** Items that get in each other's way: chained when that is known, told when it is not. */
import { expect, test } from 'vitest'
import { workflowAnswers } from '../../src/mock-provider/answers/answers.ts'
import { markerOf } from '../../src/mock-provider/scenario/marker.ts'
import { sharedByTests } from '../rig/at-end.ts'
import { implementProject } from '../rig/implement-project.ts'
import type { Project } from '../rig/project.ts'

/** 9, 15 and 18 change src/list.js, 12 changes nothing that another one does. */
const ISSUES = {
  '9-tags.md': '# Tags\n\nOffered by `src/list.js` too.\n\n- [ ] An item has tags\n',
  '12-colours.md': '# Colours\n\n- [ ] An item has a colour\n',
  '15-notes.md': '# Notes\n\nOffered by `src/list.js` too.\n\n- [ ] An item has a note\n',
  '18-links.md': '# Links\n\nOffered by `src/list.js` too.\n\n- [ ] An item has a link\n',
}
const DESIGNED = { issues: ISSUES, designs: ['9', '12', '15', '18'] }
const THREE = ['9', '12', '15']
const MERGE = ['-c', 'user.name=t', '-c', 'user.email=t@t', 'merge', '--quiet', '--no-edit']

/** When the items began and ended, by id. */
function times(project: Project): Record<string, { from: number; to: number }> {
  const events = project.events()
  const at = (type: string, id: string) =>
    events.find((event) => event.type === type && 'item' in event && String(event.item) === id)
      ?.seq ?? -1
  return Object.fromEntries(
    THREE.map((id) => [id, { from: at('item-started', id), to: at('item-ended', id) }]),
  )
}

/** Three are built, and a fourth by a later run. It and the one in the middle write a test file that no design names. */
const built = sharedByTests(async () => {
  const asking = new Set<string | undefined>()
  const bothAsk = Promise.withResolvers<void>()
  const made = await implementProject({
    ...DESIGNED,
    answer: async (call, context) => {
      const { item, task } = markerOf(call) ?? {}
      asking.add(item)
      if (asking.size === 2) bothAsk.resolve()
      await bothAsk.promise
      const usual = await workflowAnswers(call, context)
      const isThere = call.prompt.includes('test/shared.js')
      const isMeant = (item === '12' || item === '18') && task === 'implement.tests'
      if (!isMeant || isThere || !('text' in usual)) return usual
      const proposal = JSON.parse(usual.text ?? '')
      const content = `// of ${item}\n`
      proposal.changes.push({ path: 'test/shared.js', action: 'write', content, edits: [] })
      return { text: JSON.stringify(proposal) }
    },
  })
  const { project, args } = made
  const plan = await project.agentos(args(...THREE, '--parallel=2', '--dry-run'))
  const run = await project.agentos(args(...THREE, '--parallel=2'))
  const seen = times(project)
  const laterPlan = await project.agentos(args('18', '--dry-run'))
  const later = await project.agentos(args('18'))
  return { ...made, plan, run, seen, laterPlan, later }
})

test('two designs on one file are built one after the other, the second on top of the first; others overlap', () => {
  const { plan, run, seen, ask } = built()
  expect(plan.stdout).toMatch(
    /IMPL-9 {3}1 .*\n.*IMPL-12 {2}1 .*\n.*IMPL-15 {2}2 .*waits for 9: both change src\/list.js/,
  )
  expect(run).toMatchObject({ code: 0 })
  const { 9: first, 12: other, 15: second } = seen
  if (first === undefined || other === undefined || second === undefined)
    throw new Error('no times')
  expect(second.from).toBeGreaterThan(first.to)
  expect(other.from).toBeLessThan(first.to)

  ask('merge-base', '--is-ancestor', 'agentos/9-tags', 'agentos/15-notes')
  const list = ask('show', 'agentos/15-notes:src/list.js')
  expect(list).toContain("export { tags } from './tags.js'")
  expect(list).toContain("export { notes } from './notes.js'")
  expect(ask('show', 'agentos/12-colours:src/list.js')).not.toContain('tags')
})

test('a later run builds on the branch of the earlier one, and its plan says so', () => {
  const { laterPlan, ask } = built()
  expect(laterPlan.stdout).toMatch(
    /builds on the branch(es)? of .*15: (both|all) change src\/list.js/,
  )
  ask('merge-base', '--is-ancestor', 'agentos/15-notes', 'agentos/18-links')
})

test('branches that cannot both be merged: the second is a conflict that names the files, exit 1, and its remedy works', async () => {
  const { project, args, ask, later } = built()
  expect(later.code).toBe(1)
  expect(later.stdout).toContain('[IMPL-18] CONFLICT')
  expect(later.stdout).toContain(
    'cannot be merged with agentos/12-colours: both change test/shared.js',
  )
  expect(later.stdout).toMatch(/1 conflict/)
  expect(ask('ls-tree', '-r', '--name-only', 'agentos/18-links', 'docs/reports/')).not.toContain(
    '18-',
  )

  const same = await project.agentos(args('18'))
  expect(same.code).toBe(1)
  expect(same.stdout).toMatch(/then: .* retry IMPL-18$/m)

  // The remedy it names: with the other one merged, built anew on top of it.
  ask(...MERGE, 'agentos/12-colours')
  await project.agentos(['retry', 'IMPL-18'])
  const again = await project.agentos(args('18'))
  expect(again.code).toBe(0)
  expect(again.stdout).toContain('what was there before is kept as refs/agentos/leftover/18/')
  for (const name of ['9-tags', '15-notes', '18-links']) ask(...MERGE, `agentos/${name}`)
})

test('when the first one of two fails, the second is built all the same; a base that has moved on in the same lines is a conflict too', async () => {
  const { project, args, ask } = await implementProject({
    ...DESIGNED,
    answer: (call, context) => {
      const { item, task } = markerOf(call) ?? {}
      if (item === '9' && task === 'implement.code')
        return { text: JSON.stringify({ changes: [], amendments: [], declined: [] }) }
      if (item === '15' && task === 'implement.review') {
        project.write('src/list.js', 'export const other = 1\n')
        project.commit('src/list.js')
      }
      return workflowAnswers(call, context)
    },
  })
  const base = ask('rev-parse', 'master')
  const { code, stdout } = await project.agentos(args('9', '15', '--parallel=2'))
  expect(code).toBe(1)
  expect(stdout).toMatch(/1 needs-revision, 1 conflict/)
  expect(stdout).toContain('[IMPL-15] round 1: APPROVED')
  expect(ask('merge-base', 'agentos/15-notes', 'agentos/9-tags')).toBe(base)
  expect(stdout).toContain('cannot be merged with what is checked out: both change src/list.js')
})
