import { describe, expect, test } from 'vitest'
import { applyChange, type Change, scriptTrouble } from './changes.ts'
import { judgeChanges } from './judge.ts'
import type { Rules } from './scope.ts'

const write = (path: string, content: string): Change => ({
  path,
  action: 'write',
  content,
  edits: [],
})
const edit = (path: string, search: string, replace: string): Change => ({
  ...{ path, action: 'edit', content: '', edits: [{ search, replace }] },
})

describe('a change', () => {
  test('is exact, or refused', () => {
    expect(applyChange(edit('a', 'x', '$&'), 'axb')).toEqual({ ok: true, text: 'a$&b' })
    expect(applyChange(edit('a', 'x', 'y'), 'xx')).toMatchObject({ ok: false })
    expect(applyChange(edit('a', 'z', 'y'), 'xx')).toMatchObject({ ok: false })
    expect(applyChange(edit('a', 'z', 'y'), undefined)).toMatchObject({ ok: false })
    expect(applyChange(write('a', ' \n'), undefined)).toMatchObject({ ok: false })
    expect(applyChange(write('a', 'x // \0'), undefined)).toMatchObject({ ok: false })
    expect(applyChange(edit('a', 'x', '\0'), 'axb')).toMatchObject({ ok: false })
  })

  test('is refused with all reasons at once', () => {
    const edits = ['x', 'no', 'b', 'none'].map((search) => ({ search, replace: 'y' }))
    const applied = applyChange({ ...edit('a', '', ''), edits }, 'axb')
    expect(applied).toEqual({
      ok: false,
      problems: [
        'a: the search text of edit 2 is there 0 times, not once',
        'a: the search text of edit 4 is there 0 times, not once',
      ],
    })
  })

  test('leaves the scripts of a manifest alone', () => {
    const before = '{"scripts":{"test":"x"}}'
    expect(scriptTrouble('package.json', before, '{"scripts":{"test":"exit 0"}}')).toHaveLength(1)
    expect(scriptTrouble('package.json', before, '{"scripts":{"test":"x"},"a":1}')).toEqual([])
    expect(scriptTrouble('src/a.ts', before, '')).toEqual([])
  })
})

describe('an answer', () => {
  const rules: Rules = {
    ...{ phase: 'code', named: ['src/a.js', 'old.js'], allowedPaths: [], testPaths: [] },
    ...{ existing: ['test/a.test.js', 'old.js'], deletable: ['old.js'], proven: {} },
    ...{ original: async () => undefined, findings: '' },
  }
  const texts: Record<string, string> = {
    'test/a.test.js': "test('a', () => assert.equal(1, one()))",
    'old.js': 'x',
  }
  const worktree = {
    read: async (path: string) => texts[path],
    secretIn: () => undefined,
    pathTrouble: (path: string) => (path.includes('..') ? 'it has ".." in it' : undefined),
  }
  const judge = (changes: Change[], more: Partial<Rules> = {}) =>
    judgeChanges(worktree, { changes }, { ...rules, ...more })

  test('within its scope is taken', async () => {
    const { files, refused, problems } = await judge([
      write('src/a.js', 'a'),
      { ...write('old.js', ''), action: 'delete' },
    ])
    expect({ refused, problems }).toEqual({ refused: [], problems: [] })
    expect([...files]).toEqual([
      ['src/a.js', { after: 'a' }],
      ['old.js', { before: 'x' }],
    ])
  })

  test('with a foreign path among good ones says which', async () => {
    const { refused } = await judge([
      write('src/a.js', 'a'),
      write('../x', 'b'),
      write('src/b.js', 'c'),
    ])
    expect(refused).toEqual([
      '"../x": it has ".." in it',
      '"src/b.js": the design does not name it in 2.1',
    ])
  })

  test('may not touch what its phase forbids', async () => {
    expect((await judge([write('src/a.js', 'a')], { phase: 'tests' })).problems).toHaveLength(1)
    expect(
      (await judge([write('test/b.test.js', 'a')], { phase: 'frozen' })).problems,
    ).toHaveLength(1)
    expect(
      (await judge([{ ...write('src/a.js', ''), action: 'delete' }])).problems.length,
    ).toBeGreaterThan(0)
    expect((await judge([])).problems).toEqual(['nothing was changed'])
  })

  test('may not weaken a test that was there, nor one that was seen red', async () => {
    expect((await judge([write('test/a.test.js', '// gone')])).problems.length).toBeGreaterThan(0)
    const proven = { 'test/n.test.js': "test('n', () => assert.equal(1, n()))" }
    const weaker = write('test/n.test.js', "test('n', () => assert.ok(n()))")
    expect((await judge([weaker], { proven })).problems[0]).toMatch(/check less/)
  })
})
