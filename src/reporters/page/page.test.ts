import { expect, test } from 'vitest'
import { eventsOf, of, queued, runStarted } from '../../../test/rig/events.ts'
import { RunView } from '../view/run-view.ts'
import { summaryOf } from '../view/summary.ts'
import { pageOf } from './page.ts'
import { SCRIPT } from './page-assets.ts'

const HOSTILE = '</script><img src=x onerror=alert(1)>\u001b]0;title\u0007 <!-- " \' &amp;'

function page(title: string): string {
  const failure = { reason: 'threw', message: title }
  const facts = [
    runStarted(1),
    queued('1', title),
    of('1', { type: 'item-started', attempt: 1, worker: 1 }),
  ]
  const events = eventsOf([...facts, of('1', { type: 'item-ended', outcome: 'failed', failure })])
  const view = new RunView()
  for (const event of events) view.add(event)
  const summary = summaryOf(view, { state: 'cut-off', until: view.lastAt })
  const files = { ofRun: [], ofItem: () => ({ links: [], reviews: [], hasLineage: false }) }
  return pageOf(events, {
    summary,
    damagedLines: 2,
    files,
    changes: { shown: [], left: 0 },
    parallel: 3,
  })
}

test('what others wrote is text, wherever it stands', () => {
  const html = page(HOSTILE)
  expect(html.match(/<script/g)).toHaveLength(2)
  expect(html.match(/<\/script/g)).toHaveLength(2)
  expect(html).not.toMatch(/<img|<!--/)
  expect(html).not.toContain('\u001b')
  expect(html).toContain('&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt;')
})

test('a run that was cut off, or has nothing to do, is a page too', () => {
  expect(page('x')).toContain('cut off: its process was killed')
  expect(page('x')).toContain('2 lines of its events cannot be read')
  const view = new RunView()
  const events = eventsOf([runStarted(0)])
  for (const event of events) view.add(event)
  const summary = summaryOf(view, { state: 'over', until: view.lastAt })
  const files = { ofRun: [], ofItem: () => ({ links: [], reviews: [], hasLineage: false }) }
  const html = pageOf(events, {
    summary,
    damagedLines: 0,
    files,
    changes: { shown: [], left: 0 },
    parallel: 1,
  })
  expect(html).toContain('nothing to do')
  expect(html).not.toContain('<canvas')
  expect(html).not.toContain('cannot be read')
})

test('what a failure says keeps its lines', () => {
  expect(page('first `a <b>`\n  second')).toContain('first <code>a &lt;b&gt;</code>\n  second')
})

test('no two parts of the script use the same name', () => {
  const names = [...SCRIPT.matchAll(/^(?:async )?(?:function|class|const|let) (\w+)/gm)].map(
    ([, name]) => name,
  )
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
})

test('the script needs nothing of a module, and cannot end its element', () => {
  expect(SCRIPT).not.toMatch(/^(import|export) |<\/script|<!--/m)
  expect(() => new Function(SCRIPT)).not.toThrow()
})
