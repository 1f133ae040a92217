import { expect, test } from 'vitest'
import { eventsOf, of, queued, runStarted } from '../../../test/rig/events.ts'
import { RunView } from '../view/run-view.ts'
import { summaryOf } from '../view/summary.ts'
import { junitXml } from './junit.ts'

const HOSTILE = ']]> <b a="1">&amp; \u001b[31m\u0000\u0008\ufffe\ud800 \nnext 😀'
const FACTS = [
  runStarted(4),
  ...[queued('1'), queued('2', HOSTILE), queued('3'), queued('4')],
  ...['1', '2', '3'].map((id) => of(id, { type: 'item-started', attempt: 1 })),
  of('1', { type: 'item-ended', outcome: 'done' }),
  of('2', {
    type: 'item-ended',
    outcome: 'failed',
    failure: { reason: 'threw', message: HOSTILE.repeat(100) },
  }),
  of('3', {
    type: 'item-ended',
    outcome: 'gated',
    failure: { reason: 'question', gate: 'draft', question: 'Good?' },
  }),
]

test('a case for each item: done passes, failed fails, what has not come to its end is skipped', () => {
  const xml = reported()
  expect(xml).toContain('<testsuite name="lld r-7f3a0001" timestamp="2026-11-16T08:00:00" ')
  expect(xml.match(/tests="4" failures="1" errors="0" skipped="2" time="10\.000"/g)).toHaveLength(2)
  expect(xml).toContain('<testcase classname="agentos.lld" name="LLD-1 Title of 1" time="3.000">')
  expect(xml).toContain('<failure type="threw" message="unexpected error: ]]&gt; &lt;b a=&quot;1')
  expect(xml).toContain('<skipped message="gated: a person must answer first: Good?"/>')
  expect(xml).toContain('<skipped message="pending: not started"/>')
})

test('whatever an item says, the report is well-formed XML of bounded size', () => {
  const xml = reported()
  expect(xml.isWellFormed()).toBe(true)
  expect(xml).not.toMatch(/[^\n\x20-\ufffd\u{10000}-\u{10ffff}]/u)
  expect(xml.length).toBeLessThan(8_000)
  expect(openTags(xml)).toEqual([])
})

/** Tags that are never closed, after checking that the others are closed in their order. */
function openTags(xml: string): string[] {
  const open: string[] = []
  const rest = xml.replace(/^<\?xml version="1\.0" encoding="UTF-8"\?>/, '')
  const tag = /<(\/?)([a-z-]+)((?: [a-z]+="[^"<&]*(?:&(?:amp|lt|gt|quot);[^"<&]*)*")*)(\/?)>/g
  expect(rest.replace(tag, '')).not.toMatch(/[<>]|&(?!(amp|lt|gt|quot);)/)
  for (const [, isEnd, name = '', , isEmpty] of rest.matchAll(tag)) {
    if (isEnd === '/') expect(open.pop()).toBe(name)
    else if (isEmpty === '') open.push(name)
  }
  return open
}

function reported(): string {
  const view = new RunView()
  for (const event of eventsOf(FACTS)) view.add(event)
  return junitXml(summaryOf(view, { state: 'cut-off', until: view.lastAt }))
}
