import { existsSync, mkdirSync, symlinkSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../test/rig/temporary-folder.ts'
import { isItemFolder, ownName, worktreesFolder } from './worktrees-folder.ts'

const root = () => {
  const folder = join(temporaryFolder(), 'todo')
  mkdirSync(folder)
  return folder
}
const NAME = /^todo-[0-9a-f]{8}$/

/** The place that it is in, if the rest is as it should be. */
function placeOf(folder: string): string {
  const parts = folder.split('/')
  expect(parts.pop()).toBe('worktrees')
  expect(parts.pop()).toMatch(NAME)
  return parts.join('/')
}

test('worktrees are among temporary files that last, unless something else is said; never in the home directory', () => {
  const here = root()
  const at = (environment: Record<string, string>, configured?: string) =>
    placeOf(worktreesFolder(here, { configured, environment }))
  expect(at({})).toBe(`${existsSync('/var/tmp') ? '/var/tmp' : tmpdir()}/${ownName()}`)
  expect(at({ AGENTOS_HOME: '/a' })).toBe('/a')
  expect(at({ AGENTOS_HOME: '/a' }, '/b')).toBe('/b')
  expect(at({}, '~/trees')).toBe(join(homedir(), 'trees'))
  expect(at({}, '../trees')).toBe(join(here, '../trees'))
})

test('it is named as git does it, by the real path, before it is there and after', () => {
  const place = temporaryFolder()
  mkdirSync(join(place, 'real'))
  symlinkSync(join(place, 'real'), join(place, 'link'))
  const environment = { AGENTOS_HOME: join(place, 'link/agentos') }
  expect(placeOf(worktreesFolder(root(), { environment }))).toBe(join(place, 'real/agentos'))
})

test('two repositories of one name have different folders', () => {
  const [one, other] = [root(), root()]
  const of = (here: string) => worktreesFolder(here, { environment: { AGENTOS_HOME: '/x' } })
  expect(basename(one)).toBe(basename(other))
  expect(of(one)).not.toBe(of(other))
})

test('an item’s worktree is known wherever the place was', () => {
  const [here, other] = [root(), root()]
  const folder = (place: string) =>
    join(worktreesFolder(here, { configured: place, environment: {} }), 'implement/1')
  expect(isItemFolder(here, folder('/b'))).toBe(true)
  expect(isItemFolder(here, folder('../c'))).toBe(true)
  expect(isItemFolder(other, folder('/b'))).toBe(false)
  expect(isItemFolder(here, join(here, '../todo-feature'))).toBe(false)
})
