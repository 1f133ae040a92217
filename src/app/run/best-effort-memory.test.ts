import { expect, test } from 'vitest'
import { bestEffortMemory } from './best-effort-memory.ts'

test('a memory that cannot be written is reported once, and harms nobody', async () => {
  const told: string[] = []
  const broken = () => Promise.reject(new Error('disk full'))
  const memory = bestEffortMemory(
    {
      rests: async () => [],
      levels: async () => [],
      recordRest: broken,
      recordLevels: broken,
      forget: async () => 0,
    },
    (message) => told.push(message),
  )
  await memory.recordLevels([])
  await memory.recordLevels([])
  expect(told).toEqual(['disk full'])
})
