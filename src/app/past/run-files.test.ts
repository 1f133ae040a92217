import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { eventsOf, of, queued, runStarted } from '../../../test/rig/events.ts'
import { temporaryFolder } from '../../../test/rig/temporary-folder.ts'
import { FOLDERS } from '../../model/folders.ts'
import { itemId } from '../../model/ids.ts'
import { RunView } from '../../reporters/view/run-view.ts'
import { summaryOf } from '../../reporters/view/summary.ts'
import { findRunFiles } from './run-files.ts'

test('documents of the lineage are found whatever time their files have, those of the last try', () => {
  const root = temporaryFolder()
  const view = new RunView()
  const started = of('1', { type: 'item-started', attempt: 1, worker: 1 })
  for (const event of eventsOf([runStarted(2), queued('1'), queued('2'), started])) view.add(event)
  const summary = summaryOf(view, { state: 'running', until: view.lastAt })
  for (const item of ['1', '2']) {
    const folder = join(root, `docs/lineage/${item}-${summary.workflow}`)
    mkdirSync(folder, { recursive: true })
    for (const name of ['001-issue', '002-draft', '003-issue', '004-draft', '005-verdict']) {
      writeFileSync(join(folder, `${name}.md`), 'words\n')
      utimesSync(join(folder, `${name}.md`), 1, 1)
    }
  }
  const run = { id: 'r-1', folder: join(root, 'logs') }
  const { ofItem } = findRunFiles({ run, summary, root, from: root, folders: FOLDERS })
  const wordsOf = (item: string) => ofItem(itemId(item)).links.map(([words]) => words)
  expect(wordsOf('1')).toEqual(['issue 3', 'draft 4', 'verdict 5'])
  expect(wordsOf('2'), 'not begun in this run').toEqual([])
})
