import { expect, test } from 'vitest'
import { type Finding, findingsHtml } from './findings.ts'

function failed(label: string, why: string): Finding {
  const failure = { what: 'unexpected error', why, remedy: 'fix it' }
  return { label, title: '', outcome: 'failed', failure, reviews: [], links: [] }
}

test('failures that say the same are told once, with all their items', () => {
  const html = findingsHtml([failed('LLD-1', 'a'), failed('LLD-2', 'b'), failed('LLD-3', 'a')])
  expect(html.match(/<article/g)).toHaveLength(2)
  expect(html).toContain('and 1 other item')
  expect(html).toContain('<dt>Also</dt><dd>LLD-3</dd>')
})

test('what waits for a person comes after failures, and of many the rest is folded', () => {
  const gated = { ...failed('LLD-0', 'x'), outcome: 'gated' }
  const many = Array.from({ length: 14 }, (_, index) => failed(`LLD-${index + 1}`, `${index}`))
  const html = findingsHtml([gated, ...many])
  expect(html).toContain('<summary>5 more</summary>')
  expect(html.indexOf('LLD-14')).toBeLessThan(html.indexOf('LLD-0'))
})
