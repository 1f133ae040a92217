import { expect, test } from 'vitest'
import { Project } from '../rig/project.ts'

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  '%s while items are still being collected ends the command; nothing was touched',
  async (signal) => {
    const project = new Project()
    project.write(
      'slow.mjs',
      `export default {
       name: 'slow',
       async collect() {
         console.log('collecting')
         await new Promise((resolve) => setTimeout(resolve, 600_000))
         return []
       },
       run() {},
     }`,
    )
    const run = project.start(['run', 'slow.mjs', '--all'])
    await run.says('collecting')
    run.signal(signal)
    expect((await run.finished).signal).toBe(signal)
    expect(project.list('.')).toEqual(['slow.mjs'])
  },
)

test.each([
  ['one press that comes twice', ['SIGINT', 'SIGINT'], 130],
  ['a closed terminal, which says so twice', ['SIGHUP', 'SIGHUP', 'SIGTERM'], 143],
] as const)('%s is one stop: nothing is killed for it', async (_, signals, code) => {
  const project = new Project()
  project.write('hold-i1-two', '')
  const run = project.start(['run', project.workflow('five-steps'), '--all', '--json'])
  await run.says('[FIVE-i1] holding at two')
  for (const signal of signals) run.signal(signal)
  expect((await run.finished).code).toBe(code)
  const stops = project.events().filter(({ type }) => type === 'run-stopping')
  expect(stops).toMatchObject([{ force: false }])
  const again = await project.agentos(['run', 'five-steps.mjs', '--all'])
  expect(again.stdout).toContain('[FIVE-i1] one: ✓ cached')
  expect(again.code).toBe(0)
})
