import { expect, test } from 'vitest'
import { eventsOf, of, queued, runStarted } from '../../../test/rig/events.ts'
import { gitlabCases, junitProblems } from '../../../test/rig/junit-schema.ts'
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
  expect(xml).toContain(
    '<testsuites name="agentos" tests="4" failures="1" errors="0" time="10.000">',
  )
  expect(xml).toContain(
    '<testsuite name="lld" id="r-7f3a0001" timestamp="2026-11-16T08:00:00" tests="4" failures="1" errors="0" skipped="2" time="10.000">',
  )
  expect(xml).toContain('<testcase classname="agentos.lld" name="LLD-1 Title of 1" time="3.000">')
  expect(xml).toContain('<failure type="threw" message="unexpected error: ]]&gt; &lt;b a=&quot;1')
  expect(xml).toContain('<skipped message="gated: a person must answer first: Good?">')
  expect(xml).toContain('<skipped message="pending: not started">')
})

test('whatever an item says, the report is well-formed XML of bounded size', () => {
  const xml = reported()
  expect(xml.isWellFormed()).toBe(true)
  expect(xml).not.toMatch(/[^\n\x20-\ufffd\u{10000}-\u{10ffff}]/u)
  expect(xml.length).toBeLessThan(8_000)
  expect(junitProblems(xml)).toEqual([])
})

test.each([
  ['<testsuites name="x" skipped="1"/>', ['testsuites@skipped']],
  ['<testsuites><testsuite name="x"/></testsuites>', ['without tests', 'failures', 'errors']],
  ['<testsuite name="" tests="0" failures="0" errors="0" time="1e3"/>', ['testsuite@time']],
  ['<testsuites><testcase name="x" file="y"/></testsuites>', ['> testcase', 'testcase@file']],
  ['<testsuites>words</testsuites>', ['text in testsuites']],
  ['<testcase name="x"/>', ['root']],
])('the check finds what Jenkins refuses: %s', (xml, problems) => {
  expect(junitProblems(xml)).toEqual(problems.map((words) => expect.stringContaining(words)))
})

test.each(['<a></b>', '<a>', '<a/><b/>', '<a>&</a>', '<a b="1" b="2"/>'])(
  'the check refuses what is no XML: %s',
  (xml) => {
    expect(() => junitProblems(xml)).toThrow()
  },
)

test('GitLab finds the same cases in every run, and a reason to show for each that has not passed', () => {
  const cases = gitlabCases(reported())
  expect(cases).toMatchObject([
    { key: 'lld | agentos.lld | LLD-1 Title of 1', status: 'success', shown: '' },
    { status: 'failure', shown: expect.stringContaining('unexpected error: ]]> <b a="1">') },
    { status: 'skipped', shown: 'gated: a person must answer first: Good?' },
    { status: 'skipped', shown: 'pending: not started' },
  ])
  expect(new Set(cases.map(({ key }) => key)).size).toBe(4)
})

function reported(): string {
  const view = new RunView()
  for (const event of eventsOf(FACTS)) view.add(event)
  return junitXml(summaryOf(view, { state: 'cut-off', until: view.lastAt }))
}
