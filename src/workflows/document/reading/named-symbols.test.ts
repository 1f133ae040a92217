import { expect, test } from 'vitest'
import { namedSymbols } from './named-symbols.ts'

test.each([
  ['`Bench.table()` drops rows.', ['Bench.table']],
  [
    '`_clear_ll` is called twice by `LRI.setdefault(key, default)`.',
    ['_clear_ll', 'LRI.setdefault'],
  ],
  ['Task.#onAbort() and `Task.#processRunResult`', ['Task.#processRunResult', 'Task.#onAbort']],
  ['`omd.update_missing(E, **F)` and `x`', ['omd.update_missing']],
  ['see `def parse(text: str)` (and others)', ['parse']],
  ['`src/list.js` and `npm run lint` are no names', []],
  ['```ts\nfunction render() {}\n```\n`render`', ['render']],
])('%s', (text, names) => {
  expect(namedSymbols(text)).toEqual(names)
})
