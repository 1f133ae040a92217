import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../test/rig/temporary-folder.ts'
import { configSchema } from '../../config/schema.ts'
import { projectChecks } from './project.ts'

function checksOf(packageJson: object | undefined, config: object = {}) {
  const root = temporaryFolder()
  if (packageJson !== undefined)
    writeFileSync(join(root, 'package.json'), JSON.stringify(packageJson))
  mkdirSync(join(root, 'node_modules/.bin'), { recursive: true })
  writeFileSync(join(root, 'node_modules/.bin/own-runner'), '', { mode: 0o755 })
  return projectChecks(configSchema.parse(config), root)
}

test('how tests are run is named, and where that is known from', async () => {
  expect(await checksOf({ scripts: { test: 'node --test' } })).toMatchObject([
    { name: 'tests', status: 'ok', detail: expect.stringContaining('node:test') },
    { name: 'checks', status: 'ok' },
  ])
})

test('a project without tests is warned of', async () => {
  const [tests] = await checksOf(undefined)
  expect(tests).toMatchObject({ status: 'warn', remedy: expect.stringContaining('implement.test') })
})

test('a program that is not there is named once; those of the project and of the shell are there', async () => {
  const implement = {
    setup: 'no-such-manager install',
    test: 'own-runner --all',
    checks: ['no-such-manager lint', 'cd x && make', './run'],
  }
  const checks = await checksOf(undefined, { implement })
  expect(checks.filter(({ name }) => name === 'commands')).toEqual([
    expect.objectContaining({
      status: 'warn',
      detail: expect.stringContaining('no-such-manager is not installed'),
    }),
  ])
})

test('a folder that is generated is warned of as before a run', async () => {
  const checks = await checksOf({ scripts: { docs: 'typedoc --out docs' } })
  expect(checks).toContainEqual(
    expect.objectContaining({
      name: 'folders',
      remedy: expect.stringMatching(/^Set folders\..* to another folder\.$/),
    }),
  )
})
