import { expect, test } from 'vitest'
import { slugOf } from './slug.ts'

test.each([
  ['Dark Mode', 'dark-mode'],
  ['my_great  idea', 'my-great-idea'],
  ['Änderung: 100% (neu!)', 'nderung-100-neu'],
  ['--a -- b--', 'a-b'],
  ['日本', ''],
  [`${'x'.repeat(59)}-y`, 'x'.repeat(59)],
])('the slug of %s', (text, slug) => {
  expect(slugOf(text)).toBe(slug)
})
