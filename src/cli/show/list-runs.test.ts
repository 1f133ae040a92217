import { join } from 'node:path'
import { expect, test } from 'vitest'
import { eventsOf, queued, runStarted } from '../../../test/rig/events.ts'
import { temporaryFolder } from '../../../test/rig/temporary-folder.ts'
import { writtenRun } from '../../../test/rig/written-run.ts'
import { listRuns } from './list-runs.ts'

const FACTS = [runStarted(1), queued('1')]

test('of many runs the last 20 are listed, or all; those that cannot be read are named', () => {
  const workingDirectory = temporaryFolder()
  const logs = join(workingDirectory, '.agentos/logs')
  for (let minute = 10; minute < 35; minute++)
    writtenRun(logs, `08-${minute}`, eventsOf(FACTS, `r-${minute}`))
  const damaged = writtenRun(logs, '08-40', eventsOf(FACTS, 'r-40').slice(1))
  const list = (all: boolean) => JSON.parse(listRuns({ all, json: true, workingDirectory }))
  const runs = list(false).runs.map(({ run }: { run: string }) => run)
  expect(runs.slice(0, 2)).toEqual(['r-34', 'r-33'])
  expect(list(false)).toMatchObject({ more: 6, unreadable: [damaged] })
  expect(runs).toHaveLength(19)
  expect(list(true).runs).toHaveLength(25)
  const text = listRuns({ all: false, json: false, workingDirectory })
  expect(text).toContain('… 6 older, --all lists them')
  expect(text).toContain(`The events in ${damaged} cannot be read.`)
})
