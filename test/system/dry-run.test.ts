import { hash } from 'node:crypto'
import { lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Project } from '../rig/project.ts'

const env = { ITEMS: '4' }

test('a dry run shows the plan and leaves everything untouched, before the first run and after', async () => {
  const project = new Project()
  const args = ['run', project.workflow('five-steps'), '--all', '--parallel', '2', '--dry-run']
  const before = listing(project.root)
  const first = await project.agentos(args, { env })
  expect(first).toMatchObject({ code: 0, stderr: '' })
  expect(first.stdout).toContain('Plan: five-steps for 4 items, 2 at a time. Nothing was changed.')
  expect(first.stdout).toContain('time and cost are unknown until the first items are done.')
  expect(first.stdout).toMatch(
    /^Run it: node .*agentos\.cjs'? run five-steps\.mjs --all --parallel 2$/m,
  )
  expect(listing(project.root)).toEqual(before)

  await project.agentos(['run', 'five-steps.mjs', 'i1', 'i2', 'i3', '--parallel=3'], { env })
  const after = listing(project.root)
  const second = await project.agentos(args, { env })
  expect(second.stdout).toContain('five-steps for 1 item')
  expect(second.stdout).toContain('Left out: FIVE-i1, FIVE-i2, FIVE-i3: done already')
  expect(second.stdout).toMatch(/^Estimate: \S.* \(from 3 earlier items\)\.$/m)
  expect(listing(project.root)).toEqual(after)

  const run = await project.agentos(args.slice(0, -1), { env })
  expect(run.stdout).toMatch(/^\[agentos\] {3}Estimated .* took /m)
  const [started] = project.events()
  const summary = JSON.parse(project.read(`${project.latestRun()}/summary.json`))
  expect(started).toMatchObject({ mock: false, models: {}, estimate: summary.estimate })
  expect(summary).toMatchObject({ estimate: { earlierItems: 3 }, items: [{ longestStep: {} }] })
})

test('a dry run beside a running run touches nothing either, and sees what that has finished', async () => {
  const project = new Project()
  const three = { ITEMS: '3' }
  project.write('hold-i3-two', '')
  const running = project.start(['run', project.workflow('five-steps'), '--all'], { env: three })
  await running.says('holding at two')
  const before = listing(project.root)
  const { code, stdout } = await project.agentos(
    ['run', 'five-steps.mjs', '--all', '--dry-run', '--json'],
    { env: three },
  )
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({
    schema: 'agentos.dry-run/1',
    items: [{ id: 'i3', wave: 1, resumes: true, stepsSaved: ['one'], stepsLeft: null }],
    leftOut: [{ id: 'i1' }, { id: 'i2' }],
  })
  expect(listing(project.root)).toEqual(before)
  running.signal('SIGTERM')
  await running.finished
})

test('the plan shows waves, and who waits for whom', async () => {
  const project = new Project()
  project.write(
    'chain.mjs',
    `export default {
       name: 'chain',
       collect: () => [{ id: 'b', title: 'Second', dependsOn: ['a'] }, { id: 'a', title: 'First' }],
       run: () => {},
     }`,
  )
  const { stdout } = await project.agentos(['run', 'chain.mjs', '--all', '--dry-run'])
  expect(stdout).toMatch(/CHAIN-a {2}1 {5}First\n {2}CHAIN-b {2}2 {5}Second {2}waits for a\n/)
})

/** Everything below a folder with contents and times. */
function listing(root: string): string[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .sort()
    .map((name) => {
      const path = join(root, name)
      const { mtimeMs, ctimeMs, size, mode } = lstatSync(path)
      const content = lstatSync(path).isFile() ? hash('sha256', readFileSync(path)) : ''
      return [name, mtimeMs, ctimeMs, size, mode, content].join(' ')
    })
}
