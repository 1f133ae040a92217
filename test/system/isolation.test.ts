import { expect, test } from 'vitest'
import { Project } from '../rig/project.ts'

test('of ten items one throws, one kills itself, one hangs with children: seven finish', async () => {
  const project = new Project()
  const args = ['run', project.workflow('trouble'), '--all', '--parallel', '3']
  const { code, stdout } = await project.agentos([...args, '--set', 'limits.itemTimeout=10s'])
  expect(code).toBe(1)
  expect(stdout).toContain('[T-throws]   What: unexpected error\n[T-throws]   Why:  no luck')
  expect(stdout).toContain('[T-kills-itself]   What: its worker died 3 times (SIGKILL)')
  expect(stdout).toContain(
    '[T-hangs]   What: took longer than 10s (limits.itemTimeout) and was killed',
  )
  expect(stdout).toContain('7 done, 3 failed')
  expect(outcomes(project)).toMatchObject({
    throws: { reason: 'threw', message: 'no luck' },
    'kills-itself': { reason: 'worker-died', signal: 'SIGKILL', attempts: 3 },
    hangs: { reason: 'item-timeout', limitMs: 10_000 },
  })
  expect(project.processes()).toEqual([])
  expect(project.list('.agentos/checkpoints').filter((name) => name.endsWith('.db'))).toEqual([
    'trouble_hangs.db',
    'trouble_kills-itself.db',
    'trouble_throws.db',
  ])
})

test('output is a sign of progress', async () => {
  const project = new Project()
  project.write(
    'chatty.mjs',
    `export default {
       name: 'chatty',
       collect: () => [{ id: 'a' }],
       run: (item, { command }) => command('sh', ['-c', 'for i in 1 2 3 4 5 6 7 8 9 10; do echo $i; sleep 0.6; done']),
     }`,
  )
  const { code } = await project.agentos([
    'run',
    'chatty.mjs',
    '--all',
    '--set',
    'limits.idleTimeout=5s',
  ])
  expect(code).toBe(0)
  expect(project.events().filter(({ type }) => type === 'item-progressed').length).toBeGreaterThan(
    0,
  )
})

test('a worker that has reported but cannot exit is helped', async () => {
  const project = new Project()
  const args = ['run', project.workflow('trouble'), '--all']
  const { code } = await project.agentos(args, { env: { ONLY: 'never-exits' } })
  expect(code).toBe(0)
})

test('a command that fails, or does not exist, fails its item and says how', async () => {
  const project = new Project()
  project.write(
    'commands.mjs',
    `export default {
       name: 'commands',
       collect: () => ['fails', 'is-missing', 'may-fail'].map((id) => ({ id })),
       async run(item, { command, log }) {
         if (item.id === 'fails') await command('sh', ['-c', 'echo about to fail >&2; exit 7'])
         if (item.id === 'is-missing') await command('no-such-program')
         const { exitCode } = await command('false', [], { allowFailure: true })
         log('it returned ' + exitCode)
       },
     }`,
  )
  const { code, stdout } = await project.agentos(['run', 'commands.mjs', '--all'])
  expect(code).toBe(1)
  expect(stdout).toContain('[COMMANDS-fails] about to fail')
  expect(stdout).toContain('[COMMANDS-may-fail] it returned 1')
  expect(outcomes(project)).toEqual({
    fails: {
      reason: 'command-failed',
      command: 'sh -c echo about to fail >&2; exit 7',
      exitCode: 7,
      signal: null,
    },
    'is-missing': {
      reason: 'command-failed',
      command: 'no-such-program',
      exitCode: 127,
      signal: null,
    },
  })
})

function outcomes(project: Project): Record<string, unknown> {
  return Object.fromEntries(
    project
      .events()
      .flatMap((event) =>
        event.type === 'item-ended' && event.outcome !== 'done'
          ? [[event.item, event.failure]]
          : [],
      ),
  )
}

test('a command has no variable that looks like a secret, but for those that the config names', async () => {
  const project = new Project()
  project.write(
    'shows.mjs',
    `const SHOW = 'console.log("has", ["CI", "NPM_TOKEN", "AWS_SESSION_TOKEN"].filter((n) => process.env[n]).join())'
     export default {
       name: 'shows',
       collect: () => [{ id: 'a' }],
       run: (item, { command }) => command(process.execPath, ['-e', SHOW]),
     }`,
  )
  project.write('agentos.config.mjs', `export default { commands: { environment: ['NPM_TOKEN'] } }`)
  const env = { CI: '1', NPM_TOKEN: 'n', AWS_SESSION_TOKEN: 'a' }
  const { code, stdout } = await project.agentos(['run', 'shows.mjs', '--all', '-v'], { env })
  expect({ code, stdout }).toMatchObject({ code: 0 })
  expect(stdout).toContain('[SHOWS-a] has CI,NPM_TOKEN\n')
  expect(stdout).toMatch(/Withheld from workers and commands .*: (\S+, )*AWS_SESSION_TOKEN/)
})
