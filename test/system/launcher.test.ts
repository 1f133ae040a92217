import { execFile } from 'node:child_process'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { Project } from '../rig/project.ts'
import { temporaryFolder } from '../rig/temporary-folder.ts'

const LAUNCHER = fileURLToPath(new URL('../../bin/agentos.cjs', import.meta.url))

/** Makes Node say that it is an older one; `always` also to the process it starts anew. */
const pretend = (version: string, always = false) => {
  const say = `Object.defineProperty(process.versions, 'node', { value: '${version}' })`
  const code = always ? say : `if (!process.env.AGENTOS_REEXEC) ${say}`
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(code)}` }
}

test('on an older Node it starts itself on the pinned one, and passes on the exit code', async () => {
  const project = new Project()
  const version = await project.agentos(['--version'], { env: pretend('20.20.2') })
  expect(version).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) })
  const mistake = await project.agentos(['rnu'], { env: pretend('24.14.0') })
  expect(mistake.code).toBe(2)
})

test('started on an older Node it passes on SIGTERM, and ends as the run does', async () => {
  const project = new Project()
  const run = project.start(['run', project.workflow('trouble'), '--all'], {
    env: { ...pretend('20.20.2'), ONLY: 'hangs' },
  })
  await run.says('[T-hangs] hanging')
  run.signal('SIGTERM')
  expect((await run.finished).code).toBe(143)
})

test('when there is no newer Node it says what is needed', async () => {
  const folder = temporaryFolder()
  const alone = join(folder, 'agentos.cjs')
  cpSync(LAUNCHER, alone)
  const env = { ...process.env, ...pretend('20.20.2') }
  const failed = promisify(execFile)(process.execPath, [alone, '--version'], { env })
  await expect(failed).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringMatching(
      /^error: AgentOS needs Node 24\.15 or newer; this is Node 20\.20\.2\.\n/,
    ),
  })
})

test('a pinned Node that is too old itself is no endless loop', async () => {
  const project = new Project()
  const { code, stderr } = await project.agentos(['--version'], { env: pretend('20.20.2', true) })
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
    stdout: expect.stringContaining('[ASKS-a] GATED'),
  })
})
