import { expect, test } from 'vitest'
import { itemId, workflowName } from './ids.ts'
import { UsageError } from './usage-error.ts'

test.each(['42', 'add-retry_budget', 'A', 'x'.repeat(80)])('%j is an item id', (text) => {
  expect(itemId(text)).toBe(text)
})

test.each(['', '../../../etc/passwd', 'a/b', 'a\nb', 'a\0b', 'ä', 'a b', '.', 'x'.repeat(81)])(
  '%j is refused, naming the id and the rule',
  (text) => {
    const refusal = refusalOf(() => itemId(text))
    expect(refusal.message).toContain(JSON.stringify(text).slice(1, 60).replace(/"$/, ''))
    expect(refusal.hint).toContain('1 to 80 characters')
    expect(refusal.message).not.toContain('\n')
  },
)

test.each(['', 'Lld', 'a_b', '1a', 'a/b'])('%j is no workflow name', (text) => {
  expect(() => workflowName(text)).toThrow(UsageError)
})

function refusalOf(act: () => unknown): UsageError {
  try {
    act()
  } catch (error) {
    if (error instanceof UsageError) return error
  }
  throw new Error('Nothing was refused')
}
