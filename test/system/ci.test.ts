/** Output where no person watches: GitHub Actions, and readers that go away. */
import { expect, test } from 'vitest'
import { Project } from '../rig/project.ts'

const WORKFLOW = `
  export default {
    name: 'w',
    collect: () => ['good', 'bad'].map((id) => ({ id, title: 'Item ##[error] ' + id })),
    run(item, { step }) {
      console.log('::stop-commands::token')
      console.log('and ##[add-mask]word')
      if (item.id === 'bad') throw new Error('broken ##[error]')
      return step('one', () => 1)
    },
  }`

function project(): Project {
  const made = new Project()
  made.write('w.mjs', WORKFLOW)
  return made
}

test('on GitHub Actions: groups, annotations, a page for the job, and nothing else is a command', async () => {
  const here = project()
  const env = { GITHUB_ACTIONS: 'true', CI: 'true', GITHUB_STEP_SUMMARY: `${here.root}/page.md` }
  const { code, stdout } = await here.agentos(['run', 'w.mjs', '--all'], { env })
  expect(code).toBe(1)
  expect(stdout).toMatch(/^::group::W-good\n(\[W-good\] .*\n)+::endgroup::$/m)
  expect(stdout).toMatch(/^\[W-bad\] FAILED/m)
  expect(stdout).toMatch(/^::error title=W-bad failed::unexpected error: broken/m)
  const commands = stdout.split('\n').filter((line) => line.startsWith('::'))
  expect(commands.map((line) => /^::(\w+)/.exec(line)?.[1])).toEqual(['group', 'endgroup', 'error'])
  expect(stdout).not.toContain('##[')
  expect(here.read('page.md')).toMatch(/^# Run r-\w+: w\n/)
})

test('on GitHub Actions events mean the same, and are no commands either', async () => {
  const here = project()
  const env = { GITHUB_ACTIONS: 'true', CI: 'true' }
  const { stdout, stderr } = await here.agentos(['run', 'w.mjs', '--all', '--json'], { env })
  expect(stdout + stderr).not.toContain('##[')
  const titles = stdout
    .trimEnd()
    .split('\n')
    .flatMap((line) => JSON.parse(line).title ?? [])
  expect(titles).toEqual(['Item ##[error] good', 'Item ##[error] bad'])
})
