import { expect, test } from 'vitest'
import { StepNames } from './step-names.ts'

test('steps are numbered anew by the time spent in them, in all items', () => {
  const steps = new StepNames()
  const [draft, check] = [steps.number('draft'), steps.number('check')]
  const items = [
    [draft, 0, 10, check, 0, 40],
    [draft, 5, 20],
  ]
  const { names, spans } = steps.byTime(items)
  expect(names).toEqual(['check', 'draft'])
  expect(spans).toEqual([
    [1, 0, 10, 0, 0, 40],
    [1, 5, 20],
  ])
})

// Were the names sorted for each item, this would take a minute.
test('each of very many items may have a step of its own', () => {
  const steps = new StepNames()
  const items = Array.from({ length: 30_000 }, (_, id) => [steps.number(`work on ${id}`), 0, id])
  const { spans } = steps.byTime(items)
  expect(spans[0]).toEqual([29_999, 0, 0])
  expect(spans.at(-1)).toEqual([0, 0, 29_999])
})
