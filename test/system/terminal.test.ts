/** Ctrl+C in a real terminal, where every process of the foreground group is signalled at once. */
import { expect, test } from 'vitest'
import { testProvider } from '../rig/mock-models.ts'
import { pretendNode } from '../rig/pretend-node.ts'
import { Project, pressing, type Started } from '../rig/project.ts'

const WORKFLOW = `
  export default {
    name: 'busy',
    roles: ['asker'],
    collect: () => ['m1', 'm2', 'm3', 'tests'].map((id) => ({ id })),
    async run(item, { step, ask, command }) {
      await step('first', () => 1)
      if (item.id === 'tests') {
        await command('sh', ['-c', \`\${process.env.BEFORE}; sleep 600 & sleep 601 &
          n=0; while :; do echo >> ticks; echo tick $((n=n+1)); sleep 0.2; done\`])
      } else await ask('asker', { task: 'slow', text: 'Take your time.' })
    },
  }`

/** Three items wait for a model that does not answer, one runs a program with children. */
async function busyRun(
  before: string,
  node: Record<string, string> = {},
): Promise<{ project: Project; run: Started }> {
  const asked = Promise.withResolvers<void>()
  let calls = 0
  const provider = await testProvider(() => {
    calls += 1
    if (calls === 3) asked.resolve()
    return { error: 'hang' }
  })
  const project = new Project()
  project.write('busy.mjs', WORKFLOW)
  project.write(
    'agentos.config.mjs',
    `export default {
       models: { asker: 'slow:model' },
       providers: { slow: { protocol: 'anthropic', baseUrl: '${provider.url}/v1' } },
       credentials: [{ id: 'k', provider: 'slow', from: 'env:SLOW_KEY' }],
     }`,
  )
  const run = project.start(['run', 'busy.mjs', '--all', '-v', '--parallel=4'], {
    env: { SLOW_KEY: 'sk-of-a-slow-model', BEFORE: before, NO_COLOR: '1', CI: '', ...node },
    terminal: { columns: 100, rows: 30 },
  })
  await run.says('[BUSY-tests] tick 1')
  await asked.promise
  expect(project.processes().length).toBeGreaterThan(7)
  return { project, run }
}

test.each([
  ['the Node that it needs', {}],
  ['Node 20', pretendNode('20.20.2')],
])(
  'Ctrl+C on %s: all is gone, and nothing is killed before its time to wind up is over',
  async (_, node) => {
    const { project, run } = await busyRun('true', node)
    run.press('Ctrl+C')
    expect((await run.finished).code).toBe(130)
    expect(project.processes()).toEqual([])
    expect(run.printed).toContain('4 interrupted.')
    const events = project.events()
    expect(events.filter(({ type }) => type === 'run-stopping')).toHaveLength(1)
    const stopping = events.find((event) => event.type === 'run-stopping')
    const killed = events.filter((event) => event.type === 'item-killed')
    expect(killed.filter(({ at }) => at - (stopping?.at ?? 0) < 1_000)).toEqual([])
  },
)

test('Ctrl+C twice: all is killed at once', async () => {
  const { project, run } = await busyRun('trap "" TERM INT')
  run.press('Ctrl+C')
  await run.says('Stopping')
  // One press may be delivered twice, so that the next one counts only a little later.
  const enough = pressing(() => run.press('Ctrl+C'))
  await run.says('Killing everything now.')
  enough()
  expect((await run.finished).code).toBe(130)
  expect(project.processes()).toEqual([])
  const stops = project.events().filter((event) => event.type === 'run-stopping')
  expect(stops.slice(0, 2)).toMatchObject([{ force: false }, { force: true }])
})
