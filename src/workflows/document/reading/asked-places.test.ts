import { expect, test } from 'vitest'
import { placesAsked, readPlaces } from './asked-places.ts'

const LOOK = {
  files: [
    { path: './src/a.js', from: null, to: null },
    { path: 'src/a.js', from: 10, to: 40 },
    { path: 'src/b.js', from: 7, to: null },
    { path: 'src/b.js', from: null, to: 9 },
    { path: 'src/gone.js', from: 1, to: 2 },
  ],
  symbols: ['Task.run', 'nowhere'],
}

test('places that were asked for are a line each, without those that there are not', () => {
  const refused = ['src/gone.js', 'nowhere'].map((what) => ({ what, why: 'no such thing' }))
  const lines = placesAsked(LOOK, refused)
  expect(lines).toEqual([
    ...['src/a.js', 'src/a.js:10-40', 'src/b.js:7-', 'src/b.js:1-9'],
    'symbol Task.run',
  ])
  expect(readPlaces(lines)).toEqual({
    files: [
      { path: 'src/a.js', from: null, to: null },
      { path: 'src/a.js', from: 10, to: 40 },
      { path: 'src/b.js', from: 7, to: null },
      { path: 'src/b.js', from: 1, to: 9 },
    ],
    symbols: ['Task.run'],
  })
})

test('of a long look the first places of each kind are kept, and no text over several lines', () => {
  const symbols = Array.from({ length: 99 }, (_, index) => `f${index}`)
  expect(placesAsked({ files: [], symbols: ['a\nb', ...symbols] }, [])).toHaveLength(20)
})

test.each([undefined, 'src/a.js', [7, null], {}])(
  'a design with %j was read without places',
  (value) => {
    expect(readPlaces(value)).toEqual({ files: [], symbols: [] })
  },
)
