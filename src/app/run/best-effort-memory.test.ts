import { expect, test } from 'vitest'
import { bestEffortMemory } from './best-effort-memory.ts'

test('a memory that cannot be written is told of once, and harms nobody', () => {
  const told: string[] = []
  const broken = () => {
    throw new Error('disk full')
  }
  const memory = bestEffortMemory(
    {
      rests: () => [],
      levels: () => [],
      recordRest: broken,
      recordLevels: broken,
      close: () => {},
    },
    (message) => told.push(message),
  )
  memory.recordLevels([])
  memory.recordLevels([])
  expect(told).toEqual(['disk full'])
})
