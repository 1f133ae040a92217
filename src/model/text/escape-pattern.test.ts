import fc from 'fast-check'
import { expect, test } from 'vitest'
import { escapePattern } from './escape-pattern.ts'

test('property: whatever the text, its pattern matches it and nothing shorter', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      for (const flags of ['', 'u', 'v'])
        expect(new RegExp(`^(?:${escapePattern(text)})$`, flags).test(text)).toBe(true)
      if (text !== '')
        expect(new RegExp(`^(?:${escapePattern(text)})$`).test(text.slice(1))).toBe(false)
    }),
  )
})
