import { describe, expect, test } from 'vitest'
import { itemId } from '../model/ids.ts'
import type { Item } from '../model/item.ts'
import { TouchedFiles } from './overlaps.ts'
import { selectItems } from './select.ts'

function item(id: string, touches: readonly string[], more: Partial<Item> = {}): Item {
  const words = { label: `IMPL-${id}`, title: id, body: '', inputHash: id, dependsOn: [] }
  return { id: itemId(id), ...words, touches, ...more }
}

describe('shared files', () => {
  test.each([
    ['the same file', ['src/a.ts'], ['src/b.ts', 'src/a.ts'], ['src/a.ts']],
    ['a file and a folder above it', ['src/a/b.ts'], ['src/a'], ['src/a/b.ts']],
    ['a folder and a file below it', ['src/'], ['src/a.ts'], ['src/']],
    ['a file that the other renames away', ['src/a.ts'], ['src/a.ts', 'src/z.ts'], ['src/a.ts']],
    ['another spelling of one name', ['SRC/A.ts'], ['src/a.ts'], ['SRC/A.ts']],
    ['names that only begin alike', ['src/a'], ['src/ab', 'src/a.ts'], []],
    ['nothing in common', ['src/a.ts'], ['src/b.ts'], []],
  ])('%s', (_, first, second, shared) => {
    const files = new TouchedFiles()
    files.add(item('2', second))
    const overlaps = files.sharedWith(item('1', first))
    expect(overlaps.flatMap((overlap) => overlap.files)).toEqual(shared)
  })
})

test('what it depends on anyway needs no second reason', () => {
  const first = item('1', ['a'])
  const files = new TouchedFiles()
  files.add(first)
  expect(files.sharedWith(item('2', ['a'], { dependsOn: [first.id] }))).toEqual([])
})

describe('items that change the same files', () => {
  const select = (items: readonly Item[], names: readonly string[] | 'all' = 'all') =>
    selectItems({ items, names, recorded: new Map(), waiting: new Map(), fresh: false }).chosen

  test('come one after the other, and know why; the others wait for nobody', () => {
    const chosen = select([item('1', ['a']), item('2', ['b']), item('3', ['a', 'b'])])
    expect(chosen.map(({ item: { after } }) => after)).toEqual([undefined, undefined, ['1', '2']])
    expect(chosen[2]?.after).toEqual([
      { id: '1', files: ['a'], isDone: false },
      { id: '2', files: ['b'], isDone: false },
    ])
  })

  test('build on those that were done before, without waiting for them', () => {
    const chosen = select([item('1', ['a'], { done: true }), item('2', ['a'])])
    expect(chosen.map(({ after }) => after)).toEqual([[{ id: '1', files: ['a'], isDone: true }]])
  })

  test('a later one that an earlier one depends on still comes first', () => {
    const chosen = select([item('1', ['a'], { dependsOn: [itemId('2')] }), item('2', ['a'])])
    expect(chosen.map(({ item: { id }, after }) => [id, after.length])).toEqual([
      ['2', 0],
      ['1', 0],
    ])
  })
})

describe('an item that is not ready', () => {
  const items = [
    item('1', [], { notReady: { why: 'it has no design yet', command: 'agentos lld 1' } }),
    item('2', [], { dependsOn: [itemId('1')] }),
  ]

  test('is left out with the command that helps, and so is who depends on it', () => {
    const { chosen, leftOut } = selectItems({
      items,
      names: 'all',
      recorded: new Map(),
      waiting: new Map(),
      fresh: false,
    })
    expect(chosen).toEqual([])
    expect(leftOut.map(({ why }) => why)).toEqual([
      { reason: 'not-ready', why: 'it has no design yet', command: 'agentos lld 1' },
      { reason: 'dependency-pending', on: '1' },
    ])
  })

  test('is refused when it is named', () => {
    const asked = { items, names: ['1'], recorded: new Map(), waiting: new Map(), fresh: false }
    expect(() => selectItems(asked)).toThrow('IMPL-1 cannot be worked on: it has no design yet.')
  })
})
