/** Where items are built: not where the user's own tools would find a second copy of everything. */
import { existsSync, readdirSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { worktreesFolder } from '../../src/store/worktrees-folder.ts'
import { implementProject } from '../rig/implement-project.ts'
import { killedAsking } from '../rig/lld-project.ts'
import type { Project } from '../rig/project.ts'

const TEST = 'list.test.js'

/** Files of this name that a tool would find which starts in the repository. */
function found(project: Project, name: string): string[] {
  const files = readdirSync(project.root, { recursive: true, encoding: 'utf8' })
  return files.filter((path) => basename(path) === name)
}

test('an item in work has no file below the repository; its folder is the user’s alone, and goes with it', async () => {
  const made = await implementProject({ designs: ['1'] })
  const { project, args } = made
  await killedAsking(made, args('1'), 'implement.code')
  expect(found(project, TEST)).toEqual([join('test', TEST)])
  expect(readdirSync(join(project.worktrees, '1/test'))).toEqual(['due-dates.test.js', TEST])
  const repository = dirname(dirname(project.worktrees))
  expect(statSync(repository).mode & 0o777).toBe(0o700)

  expect((await project.agentos(args('1'))).code).toBe(0)
  expect(existsSync(repository)).toBe(false)
})

test('packages that are installed in the repository are found without a set-up', async () => {
  const { project, args } = await implementProject({
    designs: ['2'],
    before: (project) => {
      project.write('.gitignore', 'node_modules\n')
      project.write('node_modules/milk/package.json', '{ "name": "milk", "main": "milk.js" }\n')
      project.write('node_modules/milk/milk.js', "module.exports = 'milk'\n")
      project.write(
        'test/milk.test.js',
        `import assert from 'node:assert/strict'\nimport { test } from 'node:test'\nimport milk from 'milk'\n\ntest('is there', () => assert.equal(milk, 'milk'))\n`,
      )
    },
  })
  const { code, stdout } = await project.agentos(args('2'))
  expect(stdout).not.toContain('known red')
  expect(stdout).toMatch(/1 done/)
  expect(code).toBe(0)
  expect(existsSync(dirname(dirname(project.worktrees)))).toBe(false)
  expect(existsSync(join(project.root, 'node_modules/milk/milk.js'))).toBe(true)
})

test('a setting names another place; clean finds worktrees there, without knowing it', async () => {
  const made = await implementProject({ designs: ['1'] })
  const { project, args } = made
  const elsewhere = args('1', '--set', 'worktrees=.elsewhere') // the environment of tests says something, too
  await killedAsking(made, elsewhere, 'implement.code')
  const place = { configured: '.elsewhere', environment: process.env }
  const folder = join(worktreesFolder(project.root, place), 'implement/1')
  project.write(join(folder, 'notes.txt'), 'mine\n')
  expect((await project.agentos(elsewhere)).code).toBe(0)
  expect(existsSync(project.worktrees)).toBe(false)
  const kept = await project.agentos(['clean', '--yes'])
  expect(kept.stdout).toContain('worktree of implement 1; not committed: notes.txt')
  project.git('-C', folder, 'clean', '--force', '--quiet')
  expect((await project.agentos(['clean', '--yes'])).code).toBe(0)
  expect(existsSync(folder)).toBe(false)
})
