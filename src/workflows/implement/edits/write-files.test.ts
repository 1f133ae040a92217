import { expect, test } from 'vitest'
import type { Worktree } from '../../../authoring/worktree.ts'
import { judgeChanges } from './judge.ts'
import type { Rules } from './scope.ts'
import { writeFiles } from './write-files.ts'

const rules: Rules = {
  phase: 'code',
  named: ['data.json', 'key.json', 'old.json'],
  ...{ allowedPaths: [], testPaths: [], existing: ['old.json'], deletable: [], proven: {} },
  ...{ original: async () => undefined, findings: '' },
}

/** A worktree in memory that remembers what was ever written. */
function memoryWorktree() {
  const files = new Map([['old.json', '{}']])
  const written: string[] = []
  const worktree = {
    pathTrouble: () => undefined,
    secretIn: (text: string) => (text.includes('SECRET') ? { id: 'key-1', line: 1 } : undefined),
    read: async (path: string) => files.get(path),
    write: async (path: string, text: string) => {
      files.set(path, text)
      written.push(path)
    },
    remove: async (path: string) => void files.delete(path),
  } as unknown as Worktree
  return { files, written, worktree }
}

const write = (path: string, content: string) => ({
  ...{ path, content, action: 'write' as const, edits: [] },
})

test('what does not parse is told together with all other reasons, and nothing stays', async () => {
  const { files, written, worktree } = memoryWorktree()
  const changes = [
    write('data.json', '{'),
    write('old.json', '[1,]'),
    write('key.json', '{ "SECRET"'),
    write('elsewhere.json', '{'),
  ]
  const judged = await judgeChanges(worktree, { changes }, rules)
  const reasons = await writeFiles(worktree, judged)
  expect(reasons).toEqual([
    expect.stringContaining('"elsewhere.json": the design does not name it'),
    expect.stringContaining('key.json, line 1: the secret'),
    expect.stringContaining('data.json does not parse: '),
    expect.stringContaining('old.json does not parse: '),
  ])
  expect([...files]).toEqual([['old.json', '{}']])
  expect(written).not.toContain('key.json')
})

test('what is right is written', async () => {
  const { files, worktree } = memoryWorktree()
  const changes = [write('data.json', '{}'), write('old.json', '[1]')]
  expect(await writeFiles(worktree, await judgeChanges(worktree, { changes }, rules))).toEqual([])
  expect(Object.fromEntries(files)).toEqual({ 'data.json': '{}', 'old.json': '[1]' })
})
