import { expect, test } from 'vitest'
import type { RunContext } from '../../authoring/run-context.ts'
import type { RunItem } from '../../authoring/workflow.ts'
import workflow from './implement.ts'

test('the last commit of the branch is saved before a step may move the branch', async () => {
  const saved: unknown[] = []
  const context = {
    repo: {
      folders: { lineage: 'docs/lineage' },
      write: async () => {},
      commitOf: async (name: string) => `tip of ${name}`,
    },
    ...{ settings: {}, mock: false, withoutSecrets: (text: string) => text },
    worktree: (branch: string) => ({ branch }),
    step: async (name: string, work: () => Promise<unknown>) => {
      if (name === 'load') return { first: 1, design: { body: 'x' }, carried: [] }
      if (name === 'worktree') throw new Error('killed')
      saved.push(await work())
      return saved.at(-1)
    },
  } as unknown as RunContext
  const item = { id: '1', title: 'X' } as RunItem
  await expect(workflow.run(item, context)).rejects.toThrow('killed')
  expect(saved).toEqual(['tip of refs/heads/agentos/1-x'])
})
