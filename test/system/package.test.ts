import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { marks } from '../rig/processes.ts'
import { Project } from '../rig/project.ts'
import { temporaryFolder } from '../rig/temporary-folder.ts'

const BUILT = join(dirname(process.env.TEST_LAUNCHER ?? ''), '..')
const ZOD = fileURLToPath(new URL('../../node_modules/zod', import.meta.url))

const WORKFLOW = `
import { defineWorkflow } from 'agentos'
import { z } from 'zod'
export default defineWorkflow({
  name: 'greet',
  collect: () => [{ id: z.string().parse('ada') }],
  async run(item, { step, repo }) {
    const { text } = await step('read', () => repo.context('Task'))
    await step('write', () => repo.write('hello.txt', item.id + text))
  },
})`
const TASK = 'class Task:\n    def run(self): pass\n'
const USER =
  'import task\n\ndef use():\n    return task.Task()\n\nclass Other:\n    def walk(self): pass\n'

/** In Node 24 and not in Node 22, which the package runs on as well. */
const NEWER =
  /\b(RegExp\.escape\(|new (Async)?DisposableStack|Error\.isError\(|DurationFormat\(|mkdtempDisposable)|\busing \w+ = /

test('the package has nothing that Node 22 lacks', () => {
  const files = readdirSync(join(BUILT, 'dist'), { recursive: true, encoding: 'utf8' })
  const scripts = files.filter((name) => name.endsWith('.js'))
  expect(scripts.length).toBeGreaterThan(10)
  const newer = scripts.flatMap((name) => {
    const [found] = NEWER.exec(readFileSync(join(BUILT, 'dist', name), 'utf8')) ?? []
    return found === undefined ? [] : [`${name}: ${found}`]
  })
  expect(newer).toEqual([])
})

test('packed and installed globally, with nothing but what it depends on, it works', async () => {
  const place = temporaryFolder()
  const prefix = join(place, 'prefix')
  await npm(place, 'pack', '--pack-destination', place, BUILT, ZOD)
  const tarballs = readdirSync(place).filter((name) => name.endsWith('.tgz'))
  // What it depends on comes from here as well: no registry has to be reached.
  const paths = tarballs.map((name) => join(place, name))
  await npm(place, 'install', '--global', '--offline', '--prefix', prefix, ...paths)
  const modules = join(prefix, 'lib/node_modules')
  expect(readdirSync(modules).sort()).toEqual(['agentos', 'zod'])
  expect(existsSync(join(modules, 'agentos/src'))).toBe(false)

  const project = new Project()
  project.write('greet.mts', WORKFLOW)
  project.write('task.py', TASK)
  project.write('user.py', USER)
  project.write('ideas/search.md', '# Find words\n\n- It finds a word\n')
  project.git('init', '--quiet')
  const PATH = [join(prefix, 'bin'), dirname(process.execPath), process.env.PATH].join(delimiter)
  const env = { ...process.env, PATH, ...marks(project.root) }
  const agentos = (...args: string[]) => run('agentos', args, { cwd: project.root, env })
  expect((await agentos('--version')).stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
  await agentos('issue', '--all', '--mock')
  expect(project.list('issues')).toEqual(['1-find-words.md'])
  await agentos('run', 'greet.mts', '--all')
  const text = project.read('hello.txt')
  expect(text).toContain('ada')
  expect(text).toContain(TASK)
  // Without the grammars there are no methods.
  expect(text).toContain('7 def walk(self)')
  expect((await agentos('config', 'maxParallel')).stdout).toContain('default')
})

const run = promisify(execFile)

/** Keeps to the folder, and to what is there. */
function npm(place: string, ...args: string[]) {
  const quiet = ['--silent', '--ignore-scripts', '--no-audit', '--no-fund', '--no-update-notifier']
  return run('npm', [...args, ...quiet, '--cache', join(place, 'cache')], { cwd: place })
}
