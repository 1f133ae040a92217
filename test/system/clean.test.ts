import { stripVTControlCharacters } from 'node:util'
import { expect, test } from 'vitest'
import { Project, type Started } from '../rig/project.ts'

test('agentos clean shows, asks and removes; a run that is going on does not notice', async () => {
  const project = new Project()
  const nothing = await project.agentos(['clean'])
  expect(nothing).toMatchObject({ code: 0, stdout: 'There is nothing to remove.\n', stderr: '' })
  expect(project.list('.')).toEqual([])

  project.write('elsewhere/.git/HEAD', '')
  project.write('elsewhere/.agentos', '')
  const unusable = await project.agentos(['clean'], { in: 'elsewhere' })
  expect(unusable.code).toBe(2)
  expect(unusable.stderr).toMatch(/^error: The state directory .* cannot be used: ENOTDIR/)

  const first = await project.agentos(['run', project.workflow('five-steps'), 'i2'], TWO)
  expect(first.code).toBe(0)
  const [old = ''] = project.list('.agentos/logs')
  const run = await heldRun(project)
  const shown = await project.agentos(['clean', '--keep', '0'])
  expect(shown).toMatchObject({ code: 0, stderr: '' })
  expect(shown.stdout).toMatch(
    /^Can be removed:\n +\d+ KB {2}logs of 1 run: \S+\n +status, logs and reports of these runs are gone; .*\n +\d+ KB {2}total\nKept: run r-\w+; it is running\.\nNothing was removed\. To remove them: {2}agentos clean --keep 0 --yes\n$/,
  )
  expect(project.list('.agentos/logs')).toContain(old)

  const removed = await project.agentos(['clean', '--keep=0', '--yes', '--json'])
  expect(JSON.parse(removed.stdout)).toMatchObject({
    schema: 'agentos.clean/1',
    removed: true,
    removable: [{ kind: 'logs', name: old }],
    kept: [{ why: 'it is running' }],
  })
  expect(project.list('.agentos/logs')).toHaveLength(1)
  run.signal('SIGINT')
  expect((await run.finished).code).toBe(130)

  expect(await answered(project, 'n\r')).toMatch(/\[y\/N\] n\s+Nothing was removed\.\s*$/)
  expect(await answered(project, '\x04')).toMatch(/Nothing was removed\.\s*$/)
  expect(project.list('.agentos/logs')).toHaveLength(1)
  expect(await answered(project, 'y\r')).toMatch(/\[y\/N\] y\s+Removed\.\s*$/)
  expect(project.list('.agentos/logs')).toEqual([])

  const again = await project.agentos(['run', 'five-steps.mjs', 'i1'], TWO)
  expect(again.stdout).toContain('[FIVE-i1] one: ✓ cached')
  expect(again.code).toBe(0)
})

const TWO = { env: { ITEMS: '2' } }

async function heldRun(project: Project): Promise<Started> {
  project.write('hold-i1-two', '')
  const run = project.start(['run', 'five-steps.mjs', 'i1'], TWO)
  await run.says('[FIVE-i1] holding at two')
  return run
}

/** What is on the screen after somebody has answered. */
async function answered(project: Project, keys: string): Promise<string> {
  const clean = project.start(['clean', '--keep', '0'], { terminal: {} })
  await clean.says('Remove these? [y/N]')
  clean.type(keys)
  const { stdout } = await clean.finished
  return stripVTControlCharacters(stdout)
}
