import { expect, test } from 'vitest'
import type { Config } from '../../config/schema.ts'
import { environmentChecks } from './examine.ts'

const config = {
  credentials: [{ id: 'g', provider: 'google', from: 'env:MY_OWN' }],
} as unknown as Config

test('keys that /proc shows are named, those of a name of its own too, but no value', () => {
  const checks = environmentChecks(config, 'PATH=/bin\0MY_OWN=very-secret\0GH_TOKEN=very-secret\0')
  expect(checks).toMatchObject([
    { status: 'warn', detail: expect.stringMatching(/MY_OWN, GH_TOKEN in/) },
  ])
  expect(JSON.stringify(checks)).not.toContain('very-secret')
})

test('nothing is said when nothing is shown', () => {
  expect(environmentChecks(config, 'RUNNER_TRACKING_ID=1\0\0\0\0')).toEqual([])
})
