/** The table of settings says what the schema says. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { configSchema } from '../../src/config/schema.ts'
import {
  environmentName,
  SCALAR_PATHS,
  SETTING_PATHS,
  unitOf,
} from '../../src/config/setting-paths.ts'
import { formatDuration } from '../../src/reporters/words/format-duration.ts'
import { formatSize } from '../../src/reporters/words/words.ts'

const page = readFileSync(new URL('../../docs/configuration.md', import.meta.url), 'utf8')
const rows = [...page.matchAll(/^\| `([\w.[\]]+)` \| (.*) \|$/gm)].map(
  ([, path = '', rest = '']) => ({
    path,
    cells: rest.split(' | '),
  }),
)
const defaults = configSchema.parse({})

test('every setting that a text can set stands in the table with its variable', () => {
  const told = rows.filter(({ cells }) => cells.length === 3)
  expect(told.map(({ path }) => path).sort()).toEqual([...SCALAR_PATHS].sort())
  for (const { path, cells } of told) expect(cells[1]).toBe(`\`${environmentName(path)}\``)
})

test('what it is without being set is told as it is', () => {
  for (const { path, cells } of rows.filter(({ cells }) => cells.length === 3)) {
    const value = path
      .split('.')
      .reduce<unknown>(
        (outer, key) => (outer as Record<string, unknown> | undefined)?.[key],
        defaults,
      )
    if (value === undefined) continue
    expect({ path, told: normal(cells[0] ?? '') }).toEqual({
      path,
      told: normal(words(path, value)),
    })
  }
})

test('lists and tables are told too', () => {
  const others = SETTING_PATHS.filter((path) => !SCALAR_PATHS.includes(path))
  const told = rows.map(({ path }) => path)
  expect(others.filter((path) => !told.includes(path))).toEqual([])
})

function words(path: string, value: unknown): string {
  const unit = unitOf(path)
  if (unit === 'ms') return formatDuration(value as number)
  return unit === 'bytes' ? formatSize(value as number) : String(value)
}

/** `60m` is `1h`, `1gb` is `1 GB`. */
function normal(text: string): string {
  return text.toLowerCase().replaceAll(' ', '').replace(/^60m$/, '1h')
}
