import { expect, test } from 'vitest'
import { tableLines } from './table.ts'

test('columns are as wide as their widest cell; the last one gives way to the width', () => {
  const rows = [
    ['LLD-1', '', 'a long note'],
    ['LLD-100', 'x', ''],
  ]
  expect(tableLines(['ITEM', 'B', 'NOTE'], rows)).toEqual([
    'ITEM     B  NOTE',
    'LLD-1       a long note',
    'LLD-100  x',
  ])
  expect(tableLines(['ITEM', 'B', 'NOTE'], rows, 18)).toEqual([
    'ITEM     B  NOTE',
    'LLD-1       a lon…',
    'LLD-100  x',
  ])
})
