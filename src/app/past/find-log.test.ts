import { writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { BEGAN_AT, eventsOf, queued, runStarted } from '../../../test/rig/events.ts'
import { temporaryFolder } from '../../../test/rig/temporary-folder.ts'
import { writtenRun } from '../../../test/rig/written-run.ts'
import { findLog } from './find-log.ts'

test.each([
  ['42', undefined, 'r-bb22', 'LLD-42.log'],
  ['LLD-42', undefined, 'r-bb22', 'LLD-42.log'],
  ['42', 'r-aa', 'r-aa11', 'LLD-42.log'],
  ['1', undefined, 'r-aa11', 'LLD-1.log'],
  ['x-1', undefined, 'r-bb22', 'LLD-x-1.log'],
  [undefined, undefined, 'r-bb22', 'coordinator.log'],
  [undefined, 'r-aa', 'r-aa11', 'coordinator.log'],
  ['r-aa', undefined, 'r-aa11', 'coordinator.log'],
])('%s in run %s is found in %s', (target, run, id, file) => {
  const found = findLog(twoRuns([]), { target, run })
  expect([found.run.id, basename(found.path)]).toEqual([id, file])
})

test('an item that has not started has a log to come only while its run is running', () => {
  expect(() => findLog(twoRuns([]), { target: '50', run: undefined })).toThrow(
    'No run here has a log',
  )
  expect(findLog(twoRuns(['r-bb22']), { target: '50', run: undefined }).item?.label).toBe('LLD-50')
})

test('what is misspelt is told with the nearest name; a run that is not there as well', () => {
  const find = (target: string) => () => findLog(twoRuns([]), { target, run: undefined })
  expect(find('LLD-24')).toThrow(expect.objectContaining({ hint: 'Did you mean LLD-42?' }))
  expect(find('r-cc33')).toThrow('There is no run "r-cc33" here.')
})

/** Both have item 42, the newer one also x-1, and 50, which has not begun. */
function twoRuns(alive: readonly string[]) {
  const logs = temporaryFolder()
  const older = eventsOf([runStarted(2), queued('42'), queued('1')], 'r-aa11')
  const newer = eventsOf([runStarted(3), queued('42'), queued('x-1'), queued('50')], 'r-bb22')
  write(writtenRun(logs, '08-00', older), ['LLD-42', 'LLD-1'])
  write(writtenRun(logs, '09-00', newer), ['LLD-42', 'LLD-x-1'])
  return { logs, alive: new Set(alive), now: BEGAN_AT }
}

function write(folder: string, labels: readonly string[]): void {
  for (const label of labels) writeFileSync(join(folder, `${label}.log`), 'printed\n')
}
