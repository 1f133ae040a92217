import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { defaultAnswer } from '../../src/mock-provider/default-answer.ts'
import { startMockProvider } from '../../src/mock-provider/start-mock-provider.ts'
import { fill, smallDisk } from '../rig/mounts.ts'
import { Project } from '../rig/project.ts'
import { effects, releaseItems } from '../rig/waits-project.ts'

const MEGABYTE = 1024 * 1024

test('a full disk fails the item that must save; the others and its checkpoint are unharmed', async (context) => {
  const home = smallDisk(context, 4 * MEGABYTE)
  const env = { AGENTOS_HOME: home }
  const project = new Project()
  project.workflow('waits')
  const run = project.start(['run', 'waits.mjs', '--all', '--json', '--parallel', '2'], { env })
  await run.says('[W-a] waiting')
  await run.says('[W-b] waiting')
  const filler = fill(home)
  releaseItems(project, 'a')
  const { failure } = await run.event('item-ended', ({ item }) => item === 'a')
  rmSync(filler)
  expect(failure).toMatchObject({ reason: 'checkpoint-unusable', problem: 'full' })
  releaseItems(project, 'b', 'c')
  const { code, stderr } = await run.finished
  expect(code).toBe(1)
  expect(stderr).toContain('[W-a]   Do:   free space on its disk, then run the command again')
  const outcomes = (await run.event('run-ended')).outcomes
  // What was to start while the disk was full may have failed too; nothing of it is lost.
  expect(outcomes.done).toBeGreaterThanOrEqual(1)

  const again = await project.agentos(['run', 'waits.mjs', '--all'], { env })
  expect(again).toMatchObject({ code: 0, stderr: '' })
  expect(again.stdout).toContain('[W-a] one: ✓ cached')
  expect(effects(project, 'one')).toEqual(['a one', 'b one', 'c one'])
})

test('with a full disk no model is asked; with room again nothing is paid twice', async (context) => {
  const home = smallDisk(context, 16 * MEGABYTE)
  const provider = await startMockProvider({ answer: defaultAnswer })
  onTestFinished(() => provider.close())
  const env = { AGENTOS_HOME: home, TEST_KEY: 'a-key-for-tests' }
  const project = new Project()
  const config = {
    models: { drafter: 'own:claude-x' },
    providers: { own: { protocol: 'anthropic', baseUrl: `${provider.url}/v1` } },
    credentials: [{ id: 'own-1', provider: 'own', from: 'env:TEST_KEY' }],
  }
  project.write('agentos.config.mjs', `export default ${JSON.stringify(config)}`)
  project.write(
    'asks.mjs',
    `import { existsSync } from 'node:fs'
     import { setTimeout as sleep } from 'node:timers/promises'
     export default {
       name: 'asks',
       collect: () => [{ id: 'a' }, { id: 'b' }],
       async run(item, { step, ask, log }) {
         await step('one', () => ask('drafter', { task: 'one', text: 'One.' }))
         log('waiting')
         while (!existsSync('go')) await sleep(5)
         await step('two', () => ask('drafter', { task: 'two', text: 'Two.' }))
       },
     }`,
  )
  const args = ['run', 'asks.mjs', '--all', '--json', '--parallel', '2']
  const run = project.start(args, { env })
  await run.says('[ASKS-a] waiting')
  await run.says('[ASKS-b] waiting')
  const filler = fill(home)
  project.write('go', '')
  expect((await run.finished).code).toBe(1)
  for (const id of ['a', 'b'])
    expect(await run.event('item-ended', ({ item }) => item === id)).toMatchObject({
      failure: { reason: 'state-unusable', problem: 'full' },
    })
  expect(provider.statistics()).toMatchObject({ answered: 2 })
  rmSync(filler)
  expect((await project.agentos(args, { env })).code).toBe(0)
  expect(provider.statistics()).toMatchObject({ answered: 4 })
})

test('with a full disk from the start nothing runs, and the message says why', async (context) => {
  const home = smallDisk(context, MEGABYTE)
  fill(home)
  const project = new Project()
  const args = ['run', project.workflow('waits'), '--all']
  const { code, stderr } = await project.agentos(args, { env: { AGENTOS_HOME: home } })
  expect(code).toBe(2)
  expect(stderr).toContain(`The state directory ${home}`)
  expect(stderr).toContain('ENOSPC')
  expect(project.exists('effects.log')).toBe(false)
})

test('too many open files fail the item that needs one more; running ones continue', async () => {
  const project = new Project()
  const args = ['run', project.workflow('waits'), '--all']
  const env = { WAITS: 'a,b,c,d' }
  const run = project.start([...args, '--json'], { env })
  await run.says('[W-a] waiting')
  await project.processesAtLeast(4) // two spares: the fourth item needs a new worker
  allowOpenFiles(run.pid, 3)
  releaseItems(project, 'a', 'b', 'c', 'd')
  const { code, stderr } = await run.finished
  expect(code).toBe(1)
  expect((await run.event('run-ended')).outcomes).toEqual({ done: 3, failed: 1 })
  const { failure } = await run.event('item-ended', ({ item }) => item === 'd')
  expect(failure).toMatchObject({ reason: 'state-unusable', problem: 'exhausted' })
  expect(stderr).toContain('[W-d]   Do:   close some programs, or raise the limits of open files')
  expect(stderr).toMatch(/warning: Logs cannot be written completely; the run continues: .*EMFILE/)
  expect(stderr.match(/warning:/g)).toHaveLength(1)
  expect((await project.agentos(args, { env })).code).toBe(0)
  expect(effects(project, 'two')).toEqual(['a two', 'b two', 'c two', 'd two'])
})

function allowOpenFiles(pid: number, count: number): void {
  execFileSync('prlimit', ['--pid', String(pid), `--nofile=${count}:`])
}
