/** The tests that docs/testing-a-workflow.md shows are run as shown, with the package as shipped. */
import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { Project } from '../rig/project.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const BUILT = join(dirname(process.env.TEST_LAUNCHER ?? ''), '..')
const FILE = /save (?:this|its|as)[^`]*`([\w.]+)`:\n\n```ts\n([\s\S]*?)^```$/gim

test('the tests of the page pass in a project with the package', async () => {
  const project = new Project()
  const pages = ['README.md', 'docs/testing-a-workflow.md']
  const saved = pages.flatMap((page) => [...readFileSync(join(root, page), 'utf8').matchAll(FILE)])
  for (const [, name = '', text = ''] of saved) project.write(name, text)
  const names = ['greet.mts', 'greet.test.mts', 'headline.mts', 'headline.test.mts']
  expect(saved.map(([, name]) => name)).toEqual(names)
  mkdirSync(join(project.root, 'node_modules'))
  symlinkSync(BUILT, join(project.root, 'node_modules/agentos'))
  symlinkSync(join(root, 'node_modules/zod'), join(project.root, 'node_modules/zod'))
  const { NODE_OPTIONS: _, ...env } = process.env
  const options = { cwd: project.root, env }
  const { stdout } = await promisify(execFile)(process.execPath, ['--test'], options)
  expect(stdout).toMatch(/^\S* ?pass 3$/m)
  expect(project.processes()).toEqual([])
})
