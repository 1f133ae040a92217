import { expect, test } from 'vitest'
import { type Config, configSchema } from '../../config/schema.ts'
import { environmentChecks } from './examine.ts'
import { modelChecks } from './models.ts'

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

test.each([
  ['anthropic:claude-sonnet-4-5-20250929', 'warn', /switched off after 2026-11-30/],
  ['anthropic:claude-nobody-knows', 'warn', /price is not known/],
  ['anthropic:claude-sonnet-5', 'ok', /^anthropic:claude-sonnet-5$/],
])('a model that ends, or has no known price, is warned of: %s', (drafter, status, detail) => {
  const credentials = [{ id: 'a', provider: 'anthropic', from: 'env:A_KEY_FOR_DOCTOR' }]
  const environment = { A_KEY_FOR_DOCTOR: 'long-enough-for-a-key' }
  const checks = modelChecks(configSchema.parse({ models: { drafter }, credentials }), environment)
  expect(checks).toContainEqual(
    expect.objectContaining({
      name: 'model drafter',
      status,
      detail: expect.stringMatching(detail),
    }),
  )
})
