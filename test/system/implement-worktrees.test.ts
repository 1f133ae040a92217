/** Where items are built: not where the user's own tools would find a second copy of everything. */
import { existsSync, readdirSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { worktreesFolder } from '../../src/store/worktrees-folder.ts'
import { implementProject, lastKept } from '../rig/implement-project.ts'
import { killedAsking } from '../rig/lld-project.ts'
import type { Project } from '../rig/project.ts'

const TEST = 'list.test.js'

/** Files of this name that a tool would find which starts in the repository. */
function found(project: Project, name: string): string[] {
  const files = readdirSync(project.root, { recursive: true, encoding: 'utf8' })
  return files.filter((path) => basename(path) === name)
}

test('an item in work has no file below the repository, and finds the packages that are installed there; its folder is the user’s alone, and goes with it', async () => {
  const made = await implementProject({
    designs: ['3'],
    after: (project) => {
      project.write('.gitignore', 'node_modules\n')
      project.write('node_modules/milk/package.json', '{ "name": "milk", "main": "milk.js" }\n')
      project.write('node_modules/milk/milk.js', "module.exports = 'milk'\n")
      project.write(
        'test/milk.test.js',
        `import assert from 'node:assert/strict'\nimport { test } from 'node:test'\nimport milk from 'milk'\n\ntest('is there', () => assert.equal(milk, 'milk'))\n`,
      )
    },
  })
  const { project, args } = made
  await killedAsking(made, args('3'), 'implement.code')
  expect(found(project, TEST)).toEqual([join('test', TEST)])
  expect(readdirSync(join(project.worktrees, '3/test'))).toEqual([
    ...['export-as-csv.test.js', TEST, 'milk.test.js'],
  ])
  const repository = dirname(dirname(project.worktrees))
  expect(statSync(repository).mode & 0o777).toBe(0o700)

  const { code, stdout } = await project.agentos(args('3'))
  expect(stdout).toMatch(/1 done/)
  expect(code).toBe(0)
  expect(lastKept(project, '3', 'test-report')).not.toContain('failed before anything was changed')
  expect(existsSync(repository)).toBe(false)
  expect(existsSync(join(project.root, 'node_modules/milk/milk.js'))).toBe(true)
})

test('a setting names another place; clean finds worktrees there, without knowing it', async () => {
  const made = await implementProject({ designs: ['3'] })
  const { project, args } = made
  const elsewhere = args('3', '--set', 'worktrees=.elsewhere') // the environment of tests says something, too
  await killedAsking(made, elsewhere, 'implement.code')
  const place = { configured: '.elsewhere', environment: process.env }
  const folder = join(worktreesFolder(project.root, place), 'implement/3')
  project.write(join(folder, 'notes.txt'), 'mine\n')
  expect((await project.agentos(elsewhere)).code).toBe(0)
  expect(existsSync(project.worktrees)).toBe(false)
  const kept = await project.agentos(['clean', '--yes'])
  expect(kept.stdout).toContain('worktree of implement 3; not committed: notes.txt')
  project.git('-C', folder, 'clean', '--force', '--quiet')
  expect((await project.agentos(['clean', '--yes'])).code).toBe(0)
  expect(existsSync(folder)).toBe(false)
})
