import { execFile } from 'node:child_process'
import { chmodSync, cpSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { keyValue, poolProject } from '../rig/pool-project.ts'
import { pretendNode } from '../rig/pretend-node.ts'
import { Project } from '../rig/project.ts'
import { temporaryFolder } from '../rig/temporary-folder.ts'

const LAUNCHER = fileURLToPath(new URL('../../bin/agentos.cjs', import.meta.url))

test.each(['20.20.2', '22.17.0'])(
  'on Node %s it starts itself on the pinned one, and passes on the exit code',
  async (node) => {
    const project = new Project()
    const version = await project.agentos(['--version'], { env: pretendNode(node) })
    expect(version).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) })
    expect(version.stderr).toBe('')
    expect((await project.agentos(['rnu'], { env: pretendNode(node) })).code).toBe(2)
  },
)

test.each(['20.20.2', '22.17.0'])(
  'started on Node %s, SIGINT and SIGTERM end the run as they should, and kill -9 ends all of it',
  async (node) => {
    const project = new Project()
    const start = () =>
      project.start(['run', project.workflow('trouble'), '--all', '-v'], {
        env: { ...pretendNode(node), ONLY: 'hangs' },
      })
    for (const [signal, code] of [
      ['SIGINT', 130],
      ['SIGTERM', 143],
    ] as const) {
      const stopped = start()
      await stopped.says('[T-hangs] hanging')
      stopped.signal(signal)
      expect((await stopped.finished).code).toBe(code)
    }

    const killed = start()
    await killed.says('[T-hangs] hanging')
    killed.signal('SIGKILL')
    expect(await project.processesDownTo(0)).toEqual([])
  },
)

test('when there is no newer Node it says what is needed', async () => {
  const folder = temporaryFolder()
  cpSync(dirname(LAUNCHER), folder, { recursive: true })
  const env = { ...process.env, ...pretendNode('20.20.2') }
  const args = [join(folder, 'agentos.cjs'), '--version']
  const failed = promisify(execFile)(process.execPath, args, { env })
  await expect(failed).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringMatching(
      /^error: AgentOS needs Node 22\.18 or newer; this is Node 20\.20\.2\.\n/,
    ),
  })
})

test('a pinned Node that is too old itself is no endless loop', async () => {
  const project = new Project()
  const { code, stderr } = await project.agentos(['--version'], {
    env: pretendNode('20.20.2', true),
  })
  expect(code).toBe(2)
  expect(stderr).toContain('AgentOS needs Node')
})

test('a checkout runs its sources as they are', async () => {
  const project = new Project()
  project.workflow('asks')
  const args = [LAUNCHER, 'run', 'asks.mjs', 'a']
  const failed = promisify(execFile)(process.execPath, args, { cwd: project.root })
  await expect(failed).rejects.toMatchObject({
    code: 3,
    stdout: expect.stringContaining('[ASKS-a] waiting for you (publish)'),
  })
})

/** Prints each process of this machine whose environment has the text, which no other test uses. */
const searchFor = (text: string) => `
  const { readdirSync, readFileSync } = require('node:fs')
  const read = (pid, name) => { try { return readFileSync('/proc/' + pid + '/' + name, 'utf8') } catch { return '' } }
  const pids = readdirSync('/proc').filter((name) => Number(name) > 0)
  for (const pid of pids.filter((pid) => read(pid, 'environ').includes('${text}')))
    console.log('shows a key: ' + read(pid, 'cmdline').replaceAll('\\0', ' '))
  console.log('searched ' + pids.length)`

test.each([
  ['the Node that it needs', {}],
  ['Node 22.17', pretendNode('22.17.0')],
  ['Node 20', pretendNode('20.20.2')],
])(
  'started on %s, none of its processes shows a key in /proc, nor does git get one',
  async (_, node) => {
    const { project } = await poolProject({ keys: [{}] })
    const key = `${keyValue(1)}-of-${basename(project.root)}`
    project.git('init', '--quiet')
    // Notes every key in its environment, then is git.
    project.write(
      'bin/git',
      `#!/bin/sh\nenv | grep -F '${key}' >> '${project.root}/git-got'\nexec /usr/bin/git "$@"\n`,
    )
    chmodSync(join(project.root, 'bin/git'), 0o755)
    project.write('search.cjs', searchFor(key))
    project.write(
      'look.mjs',
      `export default {
        name: 'look',
        collect: async ({ repo }) => [{ id: 'a', title: String((await repo.files()).length) }],
        async run(item, { ask, command }) {
          await ask('asker', { task: 'ask', text: 'Hello' })
          await command(process.execPath, ['search.cjs'])
        },
      }`,
    )
    const env = {
      PATH: `${project.root}/bin:${process.env.PATH}`,
      POOL_KEY_1: key,
      ...node,
    }
    const { code, stdout } = await project.agentos(['run', 'look.mjs', '--all', '-v'], { env })
    expect(code, stdout).toBe(0)
    expect(stdout).toMatch(/searched \d+/)
    expect(stdout).not.toContain('shows a key')
    expect(project.read('git-got')).toBe('')
  },
)
