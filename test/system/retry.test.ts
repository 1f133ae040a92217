import { expect, test } from 'vitest'
import { argumentsOf, Project } from '../rig/project.ts'

/** Has a label of its own, and refuses `rye` as long as there is no file `flour`. */
const BAKERY = `import { existsSync } from 'node:fs'
import { Conflict, defineWorkflow, NeedsRevision } from 'agentos'
export default defineWorkflow({
  name: 'bakery',
  label: 'LOAF',
  collect: () => ['rye', 'spelt', 'bagel'].map((id) => ({ id })),
  run: ({ id }, { repo }) => {
    if (id === 'spelt' || existsSync(repo.root + '/flour')) return
    if (id === 'bagel') throw new Conflict('agentos/1-bread', ['shelf'])
    throw new NeedsRevision('round-limit', 3, ['too flat'])
  },
})
`

test('what was refused keeps the exit code at 1 until the printed commands have been run', async () => {
  const project = new Project()
  project.write('bakery.mjs', BAKERY)
  const first = await project.agentos(['run', 'bakery.mjs', 'rye', 'spelt'])
  expect(first.code).toBe(1)
  const [retry = ''] = /(?<=over with: {2})node .+ retry LOAF-rye$/m.exec(first.stdout) ?? []
  expect(first.stdout).toContain(`or start over with:  ${retry}\n`)
  expect(first.stdout).not.toContain('Try again')

  const all = await project.agentos(['run', 'bakery.mjs', '--all'])
  expect(all.code).toBe(1)
  expect(all.stdout).toContain(
    `Left out: LOAF-rye: needs revision; change its input, or start over with \`${retry}\`.`,
  )
  expect(all.stdout).toMatch(
    /merge or delete the other branch, then: {2}node .+ retry LOAF-bagel$/m,
  )
  const named = await project.agentos(['run', 'bakery.mjs', 'rye'])
  expect(named.code).toBe(1)
  expect(named.stdout).toContain(`or start over with:  ${retry}\n`)

  project.write('flour', '')
  const retried = await project.agentos([...argumentsOf(first.stdout, 'over with:  '), 'rye'])
  expect(retried).toMatchObject({ code: 0, stderr: '' })
  expect(retried.stdout).toMatch(/^LOAF-rye is pending again.*\n$/)
  const next = argumentsOf(retried.stdout, ' Resume with:  ')
  expect(next).toEqual(['run', 'bakery.mjs', 'rye', 'spelt'])
  expect((await project.agentos(next)).code).toBe(0)
  expect((await project.agentos(['run', 'bakery.mjs', '--all'])).code).toBe(0)
  const needless = await project.agentos(['retry', 'LOAF-oat'])
  expect(needless).toMatchObject({ code: 2, stdout: '' })
  expect(needless.stderr).toContain('No item has ended without success.')
})
