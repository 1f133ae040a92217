import { expect, test } from 'vitest'
import { nearest } from './nearest.ts'

test.each([
  ['itemTimout', 'itemTimeout'],
  ['MAXPARALLEL', 'maxParallel'],
  ['maxParalel', 'maxParallel'],
])('%s most likely meant %s', (word, meant) => {
  expect(nearest(word, ['maxParallel', 'itemTimeout', 'idleTimeout'])).toBe(meant)
})

test('letters that are swapped are one mistake', () => {
  expect(nearest('stpo', ['show', 'stop', 'step'])).toBe('stop')
})

test('a word that is like none of them meant none of them', () => {
  expect(nearest('colour', ['maxParallel', 'itemTimeout'])).toBeUndefined()
})
