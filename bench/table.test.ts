import { expect, test } from 'vitest'
import { table } from './table.ts'

test('a row shows what was measured beside the others, and whether its bound holds', () => {
  const row = { part: 'start', unit: 'ratio', ours: 1.5, peers: [] } as const
  const text = table([
    { ...row, what: 'slow', atMost: 1.4, peers: [{ name: 'xargs', value: 1 }] },
    { ...row, what: 'fast', atMost: 2, peers: [{ name: 'parallel', value: 'not here' }] },
    { part: 'stop', what: 'all gone', unit: 'ms', ours: 812.4, peers: [] },
  ])
  const lines = text.split('\n').map((line) => line.replaceAll(/ +/g, ' '))
  expect(lines.slice(2, 5)).toEqual([
    '| start | slow | 1.50 | xargs 1.00 | 1.40 | NO |',
    '| | fast | 1.50 | parallel not here | 2.00 | yes |',
    '| stop | all gone | 812 ms | | | |',
  ])
})
