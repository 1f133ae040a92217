import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../test/rig/temporary-folder.ts'
import { loadLayers } from '../../config/load-config.ts'
import { costLimitSetBy, requirePrices } from './require-prices.ts'

async function limitOf(options: { file?: string; env?: NodeJS.ProcessEnv; flag?: string }) {
  const root = temporaryFolder()
  mkdirSync(root, { recursive: true })
  if (options.file !== undefined)
    writeFileSync(join(root, 'agentos.config.mjs'), `export default ${options.file}`)
  const flags =
    options.flag === undefined
      ? []
      : [{ path: 'limits.runCost', value: options.flag, flag: '--max-cost' }]
  const { layers } = await loadLayers({
    root,
    file: undefined,
    environment: options.env ?? {},
    flags,
  })
  return costLimitSetBy(layers)
}

test('a limit is set by a flag, a variable or the file; the defaults are nobody’s', async () => {
  expect(await limitOf({})).toBeUndefined()
  expect(await limitOf({ flag: '5' })).toBe('--max-cost')
  expect(await limitOf({ env: { AGENTOS_LIMITS_RUN_COST: '5' } })).toBe('AGENTOS_LIMITS_RUN_COST')
  expect(await limitOf({ file: '{ limits: { itemCost: 1 } }' })).toBe(
    'limits.itemCost in agentos.config.mjs',
  )
})

const player = (model: string) => ({ model, maxOutputTokens: 1 })
const roles = { drafter: player('local:llama-9'), reviewer: player('anthropic:claude-sonnet-5') }

test('with a limit, a model of unknown price is refused with what to set', () => {
  const check = () =>
    requirePrices({ roles, prices: {} }, { used: ['drafter', 'reviewer'], limit: '--max-cost' })
  expect(check).toThrow(
    'The price of llama-9 is not known, so the cost limit (--max-cost) cannot be kept.',
  )
})

test.each([
  ['a price in the config', { 'llama-9': { input: 0, output: 0 } }, ['drafter'], '--max-cost'],
  ['no limit', {}, ['drafter'], undefined],
  ['another role', {}, ['reviewer'], '--max-cost'],
])('nothing is refused with %s', (_, prices, used, limit) => {
  expect(() => requirePrices({ roles, prices }, { used, limit })).not.toThrow()
})
