import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { storeIn, viewStore } from '../../src/store/open-store.ts'
import { StateDirectory } from '../../src/store/state-directory.ts'
import { Project, parseEvents } from '../rig/project.ts'

test('two runs at the same time: every item runs once', async () => {
  const project = new Project()
  const args = ['run', project.workflow('five-steps'), '--all', '--parallel', '3']
  const env = { ITEMS: '8', STEP_MS: '15' }
  const [one, two] = await Promise.all([
    project.agentos(args, { env }),
    project.agentos(args, { env }),
  ])
  // Whoever met an item of the other's left it there.
  for (const { code } of [one, two]) expect([0, 6]).toContain(code)
  const effects = project.read('effects.log').trimEnd().split('\n')
  expect(new Set(effects).size).toBe(40)
  expect(effects).toHaveLength(40)
})

test('two runs at the same time, one of them killed: every item is done once', async () => {
  const project = new Project()
  const args = ['run', project.workflow('five-steps'), '--all', '--parallel', '3', '--json']
  const env = { ITEMS: '8', STEP_MS: '15' }
  project.write('hold-i1-two', '')
  const killed = project.start(args, { env })
  await killed.says('[FIVE-i1] holding at two')
  const other = project.start(args, { env })
  await other.event('run-started')
  killed.signal('SIGKILL')
  await killed.finished
  expect([0, 6]).toContain((await other.finished).code)
  const last = project.start(args, { env })
  expect((await last.finished).code).toBe(0)

  expect(project.list('out')).toHaveLength(8)
  const runs = await Promise.all([killed.finished, other.finished, last.finished])
  const done = runs
    .flatMap(({ stdout }) => parseEvents(stdout))
    .flatMap((event) => (event.type === 'item-ended' && event.outcome === 'done' ? event.item : []))
  // The killed run may not have told of an end, but nobody tells of it twice.
  expect(new Set(done).size).toBe(done.length)
  const effects = project.read('effects.log').trimEnd().split('\n')
  expect(new Set(effects).size).toBe(40)
  // What was in flight in the killed run, in each of its three workers, is made again.
  expect(effects.length).toBeLessThanOrEqual(43)
  expect(effects.filter((effect) => effect === 'i1 one')).toHaveLength(1)
})

test('a run says who has an item, and goes on with the rest', async () => {
  const project = new Project()
  project.write('hold-i1-one', '')
  const env = { ITEMS: '3' }
  const first = project.start(['run', project.workflow('five-steps'), 'i1', '--json'], { env })
  await first.says('[FIVE-i1] holding at one')
  const { run } = await first.event('run-started')

  const second = await project.agentos(['run', 'five-steps.mjs', '--all'], { env })
  expect(second.code).toBe(6)
  expect(second.stdout).toContain(
    `[FIVE-i1] skipped: run ${run} (process ${first.pid}) is working on it`,
  )
  expect(second.stdout).toMatch(/Left to another run: FIVE-i1\. When it has ended: {2}\S.* --all/)
  expect(project.list('out')).toEqual(['i2.txt', 'i3.txt'])
  const over = await project.agentos(['run', 'five-steps.mjs', 'i1', '--fresh'], { env })
  expect(over.stdout).toMatch(/FIVE-i1\. When it has ended: {2}\S.* i1 --fresh$/m)
  first.signal('SIGTERM')
  await first.finished
})

test('a run whose state directory was deleted has its items again before long', async () => {
  const project = new Project()
  project.write('hold-i1-one', '')
  const env = { ITEMS: '2' }
  const first = project.start(['run', project.workflow('five-steps'), 'i1'], { env })
  await first.says('[FIVE-i1] holding at one')
  rmSync(join(project.root, '.agentos'), { recursive: true })
  const state = StateDirectory.of(project.root, undefined)
  const view = viewStore(storeIn({ state, shared: state }))
  while ((await view.heldItems()).length === 0) await turn()

  const second = await project.agentos(['run', 'five-steps.mjs', '--all'], { env })
  expect(second.code).toBe(6)
  expect(second.stdout).toContain('[FIVE-i1] skipped')
  expect(project.read('.agentos/.gitignore')).toBe('*\n')
  first.signal('SIGTERM')
  await first.finished
})

test('what another run has done in the meantime counts for those that depend on it', async () => {
  const project = new Project()
  project.write(
    'chain.mjs',
    `import { existsSync } from 'node:fs'
     import { setTimeout as sleep } from 'node:timers/promises'
     export default {
       name: 'chain',
       collect: () => [{ id: 'slow' }, { id: 'a' }, { id: 'b', dependsOn: ['a'] }],
       async run(item, { log }) {
         if (item.id !== 'slow') return
         log('waiting')
         while (!existsSync('go')) await sleep(5)
       },
     }`,
  )
  const first = project.start(['run', 'chain.mjs', '--all'])
  await first.says('[CHAIN-slow] waiting')
  expect((await project.agentos(['run', 'chain.mjs', 'a'])).code).toBe(0)
  project.write('go', '')
  const { code, stdout } = await first.finished
  expect(code).toBe(0)
  expect(stdout).toContain('[CHAIN-b] done')
})

test('runs in linked worktrees share their locks', async () => {
  const project = new Project()
  project.workflow('five-steps')
  project.write('hold-i1-one', '')
  project.git('init', '--quiet')
  project.commit('five-steps.mjs')
  project.git('worktree', 'add', '--quiet', 'linked')

  const first = project.start(['run', 'five-steps.mjs', '--all'])
  await first.says('[FIVE-i1] holding at one')
  const second = await project.agentos(['run', 'five-steps.mjs', '--all'], { in: 'linked' })
  expect(second.stdout).toContain('is working on it')
  first.signal('SIGTERM')
  await first.finished
})

test('the main worktree can be used after a linked one was', async () => {
  const project = new Project()
  project.workflow('five-steps')
  project.git('init', '--quiet')
  project.commit('five-steps.mjs')
  project.git('worktree', 'add', '--quiet', 'linked')
  expect((await project.agentos(['run', 'five-steps.mjs', '--all'], { in: 'linked' })).code).toBe(0)
  expect((await project.agentos(['run', 'five-steps.mjs', '--all', '--dry-run'])).code).toBe(0)
  expect((await project.agentos(['run', 'five-steps.mjs', '--all'])).code).toBe(0)
})

test('a run that lives in another PID namespace, such as a container, is not taken over', async (context) => {
  const through = ['unshare', '--pid', '--fork', '--kill-child', '--mount-proc']
  const [program = '', ...words] = [...through, 'true']
  if (spawnSync(program, words).status !== 0) context.skip('namespaces are not permitted here')
  const project = new Project()
  project.write('hold-i1-two', '')
  const args = ['run', project.workflow('five-steps'), 'i1', '--json']
  const first = project.start(args)
  await first.says('[FIVE-i1] holding at two')
  const { run } = await first.event('run-started')

  const second = project.start(args, { through })
  expect((await second.finished).code).toBe(6)
  const ended = await second.event('item-ended')
  expect(ended).toMatchObject({ outcome: 'skipped', skip: { reason: 'locked', by: { run } } })
  const status = project.start(['status', run], { through })
  expect((await status.finished).stdout).toContain('running')
  const stop = project.start(['stop', run], { through })
  const { code, stdout } = await stop.finished
  expect(code).toBe(1)
  expect(stdout).toContain(`Run ${run} (process ${first.pid}) cannot be signalled from here`)

  first.signal('SIGTERM')
  expect((await first.finished).code).toBe(143)
  expect(project.read('effects.log')).toBe('i1 one\ni1 two\n')
  expect(project.list('.agentos/runs')).toEqual([])
})
