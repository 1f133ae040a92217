import { expect, test } from 'vitest'
import type { ItemId } from '../model/ids.ts'
import { type Item, inputHash } from '../model/item.ts'
import type { Outcome, RecordedOutcome } from '../model/outcome.ts'
import { selectItems } from './select.ts'

test('all pending items are chosen, with the reason for each other one', () => {
  const items = [item('a'), item('b'), item('c'), item('d')]
  const recorded = ledger(record('a', 'done'), record('b', 'failed'), record('c', 'needs-revision'))
  const selection = choose({ items, names: 'all', recorded, fresh: false })
  expect(chosenIds(selection)).toEqual(['b', 'd'])
  expect(selection.leftOut.map(({ item, why }) => [item.id, why.reason])).toEqual([
    ['a', 'done'],
    ['c', 'needs-revision'],
  ])
})

test('an item whose input has changed since its success is pending and says so', () => {
  const changed = { ...item('a'), inputHash: inputHash('a', 'another body') }
  const recorded = ledger(record('a', 'done'))
  const { chosen } = choose({ items: [changed], names: 'all', recorded, fresh: false })
  expect(chosen).toMatchObject([{ item: { id: 'a' }, inputChanged: true }])
})

test('items are named by id or by label; a done one runs again only when fresh', () => {
  const items = [item('a'), item('b'), item('c')]
  const recorded = ledger(record('b', 'done'))
  const names = ['a', 'T-b']
  expect(chosenIds(choose({ items, names, recorded, fresh: false }))).toEqual(['a'])
  expect(chosenIds(choose({ items, names, recorded, fresh: true }))).toEqual(['a', 'b'])
})

test.each(['T-1', '1', '#1', 'issues/1-one.md', './issues/1-one.md'])(
  '%s names an item',
  (name) => {
    const items = [{ ...item('1'), path: 'issues/1-one.md' }, item('2')]
    expect(chosenIds(choose({ items, names: [name], recorded: ledger(), fresh: false }))).toEqual([
      '1',
    ])
  },
)

test.each([
  ['2', 'issues/02-latin.md is left out: not text.'],
  ['#2', 'issues/02-latin.md is left out: not text.'],
  ['issues/dark.md', 'issues/dark.md is left out: no number.'],
  ['dark', 'issues/dark.md is left out: no number.'],
  ['42', 'Run with `--all --dry-run` to see the items there are.'],
])('who names %s, which is no item, is told why', (name, hint) => {
  const remarks = [
    { text: 'Not committed' },
    { path: 'issues/02-latin.md', text: 'left out: not text', isLeftOut: true as const },
    { path: 'issues/dark.md', text: 'left out: no number', isLeftOut: true as const },
  ]
  const select = () =>
    choose({ items: [item('1')], names: [name], remarks, recorded: ledger(), fresh: false })
  expect(select).toThrow(expect.objectContaining({ hint }))
})

test('dependencies come first, and only those of the same run are waited for', () => {
  const items = [item('c', 'a', 'b'), item('b', 'a'), item('a')]
  const recorded = ledger(record('a', 'done'))
  const { chosen } = choose({ items, names: 'all', recorded, fresh: false })
  expect(chosen.map(({ item, waitsFor }) => [item.id, waitsFor])).toEqual([
    ['b', []],
    ['c', ['b']],
  ])
})

test('a named item whose dependency is neither done nor named is refused', () => {
  const items = [item('a'), item('b', 'a'), item('c', 'b')]
  const select = () => choose({ items, names: ['b', 'c'], recorded: ledger(), fresh: false })
  expect(select).toThrow('Item b depends on a, which has not succeeded.')
})

test('an item is left out while its dependency needs revision, and so on down', () => {
  const items = [item('a'), item('b', 'a'), item('c', 'b')]
  const recorded = ledger(record('a', 'needs-revision'))
  const { leftOut } = choose({ items, names: 'all', recorded, fresh: false })
  expect(leftOut.map(({ why }) => why)).toMatchObject([
    { reason: 'needs-revision' },
    { reason: 'dependency-pending', on: 'a' },
    { reason: 'dependency-pending', on: 'b' },
  ])
})

test.each([
  ['an unknown name', [item('alpha')], ['alhpa'], /no item "alhpa"/],
  [
    'ids that differ in case only',
    [item('a'), item('A')],
    'all',
    /unique ignoring case, got "a" and "A"/,
  ],
  [
    'a dependency that does not exist',
    [item('a', 'x')],
    'all',
    /a depends on x, which does not exist/,
  ],
  ['a circle', [item('a', 'c'), item('b', 'a'), item('c', 'b')], 'all', /a → c → b → a/],
  ['an item that waits for itself', [item('a', 'a')], 'all', /a → a/],
] as const)('%s is refused', (_, items, names, message) => {
  const select = () => choose({ items, names, recorded: ledger(), fresh: false })
  expect(select).toThrow(message)
})

test('a misspelt word may have a suggestion; another number is another item', () => {
  const refusalOf = (name: string) => {
    try {
      choose({ items: [item('8'), item('alpha')], names: [name], recorded: ledger(), fresh: false })
    } catch (error) {
      return (error as { hint?: string }).hint
    }
    return undefined
  }
  expect(refusalOf('alhpa')).toContain('Did you mean alpha?')
  expect(refusalOf('T-9')).not.toContain('Did you mean')
})

test('a chain of 20,000 items is sorted without trouble', () => {
  const items = Array.from({ length: 20_000 }, (_, index) =>
    index === 19_999 ? item(`i${index}`) : item(`i${index}`, `i${index + 1}`),
  )
  const { chosen } = choose({ items, names: 'all', recorded: ledger(), fresh: false })
  expect(chosen[0]?.item.id).toBe('i19999')
})

test('an item at a gate is left out until a person has answered, its input changes, or it is fresh', () => {
  const items = [item('a'), item('b')]
  const recorded = ledger(record('a', 'gated'), record('b', 'gated'))
  const waiting = new Map([['a' as ItemId, { gate: 'draft', question: 'Good?' }]])
  const { chosen, leftOut } = choose({ items, names: 'all', recorded, fresh: false, waiting })
  expect(chosen.map(({ item }) => item.id)).toEqual(['b'])
  expect(leftOut).toMatchObject([
    { item: { id: 'a' }, why: { reason: 'gated', gate: 'draft', question: 'Good?' } },
  ])
  const fresh = choose({ items, names: ['a'], recorded, fresh: true, waiting })
  expect(chosenIds(fresh)).toEqual(['a'])
  const changed = { ...item('a'), inputHash: inputHash('a', 'another body') }
  const other = choose({ items: [changed], names: 'all', recorded, fresh: false, waiting })
  expect(chosenIds(other)).toEqual(['a'])
})

type Choice = Parameters<typeof selectItems>[0]

/** Nobody waits for a person, unless a test says so. */
function choose(options: Omit<Choice, 'waiting'> & Partial<Pick<Choice, 'waiting'>>) {
  return selectItems({ waiting: new Map(), ...options })
}

function item(id: string, ...dependsOn: string[]): Item {
  return {
    id: id as ItemId,
    label: `T-${id}`,
    title: id,
    body: '',
    dependsOn: dependsOn as ItemId[],
    inputHash: inputHash(id, ''),
  }
}

function record(id: string, outcome: Outcome): RecordedOutcome {
  return {
    item: id as ItemId,
    outcome,
    inputHash: inputHash(id, ''),
    run: 'r-1',
    at: 0,
    mock: false,
    label: `T-${id}`,
    command: 'agentos run t.mts --all',
  }
}

function ledger(...records: RecordedOutcome[]): Map<ItemId, RecordedOutcome> {
  return new Map(records.map((entry) => [entry.item, entry]))
}

function chosenIds(selection: ReturnType<typeof selectItems>): string[] {
  return selection.chosen.map(({ item }) => item.id)
}
