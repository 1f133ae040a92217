import { expect, test } from 'vitest'
import type { Config } from '../../config/schema.ts'
import { configSchema } from '../../config/schema.ts'
import { checkRoles, modelsOf, rolesAndPrices, runModels } from './models.ts'

const ROLES = ['drafter', 'coder', 'reviewer']
const MODELS = { drafter: 'anthropic:a', reviewer: 'google:b' }
const mock = { url: 'http://127.0.0.1:1', keys: undefined, close: async () => {} }

test('a coder without a model of its own is the drafter', () => {
  const { roles } = rolesAndPrices(configWith(MODELS), false)
  expect(modelsOf(ROLES, roles)).toEqual({ ...MODELS, coder: 'anthropic:a' })
  const own = rolesAndPrices(configWith({ ...MODELS, coder: 'openai:c' }), false)
  expect(own.roles.coder).toEqual({ model: 'openai:c', maxOutputTokens: 16_000 })
})

test('a coder with settings but no model is the drafter, asked that way', () => {
  const drafter = { model: 'anthropic:a', reasoning: 'low', temperature: 0 }
  const coder = { reasoning: 'high', maxOutputTokens: 32_000 }
  const { roles } = rolesAndPrices(configWith({ drafter, coder }), false)
  expect(roles.drafter).toEqual({ ...drafter, maxOutputTokens: 16_000 })
  expect(roles.coder).toEqual({ ...drafter, ...coder })
})

test('without a drafter there is no coder either', () => {
  const models = runModels(configWith({ reviewer: 'google:b' }), undefined)
  expect(() => checkRoles(['coder'], models, configWith({}))).toThrow(
    'There is no model for the role coder.',
  )
})

test.each([
  [[], /^Name one under `credentials`/],
  [[{ id: 'a', provider: 'anthropic', from: 'env:NOT_SET_1' }], /^NOT_SET_1 is not set: set it,/],
  [
    ['NOT_SET_1', 'NOT_SET_2'].map((name) => ({
      id: name.toLowerCase(),
      provider: 'anthropic',
      from: `env:${name}`,
    })),
    /^NOT_SET_1, NOT_SET_2 are not set: set one of them,/,
  ],
])(
  'a missing key: the hint names the variable where a credential names it',
  (credentials, hint) => {
    const config = configSchema.parse({ models: MODELS, credentials })
    const check = () => checkRoles(['drafter'], runModels(config, undefined), config)
    expect(check).toThrow(expect.objectContaining({ hint: expect.stringMatching(hint) }))
  },
)

test('with the mock provider the drafter of the config is the coder, too', () => {
  const { settings } = runModels(configWith({ drafter: 'anthropic:a' }), mock)
  const player = { model: 'anthropic:a' }
  expect(settings.roles).toMatchObject({ drafter: player, coder: player })
})

test.each([
  ['drafter and coder', MODELS, undefined],
  ['drafter and reviewer', { ...MODELS, reviewer: 'anthropic:b' }, /^Drafter and reviewer are/],
  ['coder and reviewer', { ...MODELS, coder: 'google:c' }, /^Coder and reviewer are/],
])('requireOtherVendor: %s of one vendor', (_, named, refusal) => {
  const config = { ...configWith(named), requireOtherVendor: true }
  const { settings, credentials } = runModels(config, mock)
  const check = () =>
    checkRoles(ROLES, { settings: { ...settings, mock: false }, credentials }, config)
  if (refusal === undefined) expect(check).not.toThrow()
  else expect(check).toThrow(refusal)
})

function configWith(models: Readonly<Record<string, unknown>>): Config {
  return configSchema.parse({ models })
}
