import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
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
  run: (item, { step, repo }) => step('write', () => repo.write('hello.txt', item.id)),
})`

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
  project.write('ideas/search.md', '# Find words\n\n- It finds a word\n')
  project.git('init', '--quiet')
  const PATH = [join(prefix, 'bin'), dirname(process.execPath), process.env.PATH].join(delimiter)
  const env = { ...process.env, PATH, AGENTOS_TEST: project.root }
  const agentos = (...args: string[]) => run('agentos', args, { cwd: project.root, env })
  expect((await agentos('--version')).stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
  await agentos('issue', '--all', '--mock')
  expect(project.list('issues')).toEqual(['1-find-words.md'])
  await agentos('run', 'greet.mts', '--all')
  expect(project.read('hello.txt')).toBe('ada')
  expect((await agentos('config', 'maxParallel')).stdout).toContain('default')
}, 120_000)

test('a worker loads four files, no package, and none of what Node is slow to load unless it needs it', () => {
  const folder = join(BUILT, 'dist/worker')
  const entries = readdirSync(folder).filter((name) => /^entry-.*\.cjs$/.test(name))
  const reached = new Set(entries.map((name) => join(folder, name)))
  const builtins = new Set<string>()
  for (const path of reached) {
    const code = readFileSync(path, 'utf8')
    for (const [, name = ''] of code.matchAll(/^(?:const|let) .*require\("([^"]+)"\)/gm))
      if (name.startsWith('.')) reached.add(join(dirname(path), name))
      else builtins.add(name)
  }
  expect(reached.size).toBe(4)
  expect(builtins).toContain('node:child_process')
  expect([...builtins].filter((name) => /crypto|http|worker_threads/.test(name))).toEqual([])
})

test('a worker’s code imports nothing by itself, and requires only its own files, Node, and what it is given', () => {
  const all = readdirSync(join(BUILT, 'dist'), { recursive: true, encoding: 'utf8' })
  const files = all.filter((name) => name.endsWith('.cjs') && !name.endsWith('boot.cjs'))
  const code = files.map((name) => readFileSync(join(BUILT, 'dist', name), 'utf8')).join('\n')
  expect(code).not.toMatch(/\bawait import\(|\breturn import\(/)
  const required = new Set(
    [...code.matchAll(/\brequire\("([^"]+)"\)/g)].map(([, name = '']) => name),
  )
  const foreign = [...required].filter((name) => !/^\.|^agentos:/.test(name) && !isBuiltin(name))
  expect(foreign).toEqual([])
  expect(required).toContain('agentos:import-module')
})

test('a worker that asks models of three vendors never loads what Node’s fetch is made of', async () => {
  const project = new Project()
  project.write(
    'ask.mjs',
    `const loaded = (name) => process.moduleLoadList.filter((module) => module.includes(name)).length
    export default {
      name: 'ask', roles: ['a', 'b', 'c'], collect: () => [{ id: '1' }],
      run: async (item, { ask, log, modelOf }) => {
        for (const role of ['a', 'b', 'c']) await ask(role, { task: 'greet', text: 'Hello' })
        log(['a', 'b', 'c'].map(modelOf) + ' loaded http ' + loaded('NativeModule http') + ', fetch ' + loaded('undici'))
      },
    }`,
  )
  const models = { a: 'google:gemini-2.5-flash', b: 'anthropic:claude-sonnet-5', c: 'openai:gpt-5' }
  project.write('agentos.config.mjs', `export default { models: ${JSON.stringify(models)} }`)
  const { code, stdout } = await project.start(['run', 'ask.mjs', '--all', '--mock']).finished
  expect(code, stdout).toBe(0)
  expect(stdout).toContain(`${Object.values(models)} loaded http 1, fetch 0`)
})

test('the code of a worker is kept once an item is done, for the next; what is damaged is made anew', async () => {
  const project = new Project()
  project.write(
    'count.mjs',
    `export default {
      name: 'count', collect: () => [{ id: '1' }],
      run: (item, { log }) => {
        if (process.env.COUNT_FAILS) throw new Error('not yet')
        log('counted')
      },
    }`,
  )
  const kept = `compiled/agentos/count/${process.version}-${process.getuid?.() ?? 'all'}`
  const NODE_COMPILE_CACHE = join(project.root, 'compiled')
  const count = async (env: Record<string, string> = {}) => {
    const command = ['run', 'count.mjs', '1', '--fresh']
    return (await project.agentos(command, { env: { NODE_COMPILE_CACHE, ...env } })).code
  }
  expect(await count({ COUNT_FAILS: '1' })).toBe(1)
  expect(project.list(kept)).toEqual([])
  expect(await count({ NODE_DISABLE_COMPILE_CACHE: '1' })).toBe(0)
  expect(project.list(kept)).toEqual([])

  expect(await count()).toBe(0)
  const names = project.list(kept)
  expect(names).toHaveLength(4)
  const [first = ''] = names
  const damaged = readFileSync(join(project.root, kept, first)).fill(0, 200)
  writeFileSync(join(project.root, kept, first), damaged)
  expect(await count()).toBe(0)
  expect(project.list(kept)).toEqual(names)
  expect(readFileSync(join(project.root, kept, first)).equals(damaged)).toBe(false)
})

const run = promisify(execFile)

/** Keeps to the folder, and to what is there. */
function npm(place: string, ...args: string[]) {
  const quiet = ['--silent', '--ignore-scripts', '--no-audit', '--no-fund', '--no-update-notifier']
  return run('npm', [...args, ...quiet, '--cache', join(place, 'cache')], { cwd: place })
}
