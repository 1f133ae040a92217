/**
 * A run as JUnit XML, which CI servers show as tests: one suite, a case for each item. Items that
 * are neither done nor failed are skipped. Jenkins refuses attributes that its `junit-10.xsd` does not
 * have; GitLab shows the text of a result, and compares runs by the names of suite, class and case.
 */
import { cleanWords } from '../screen/clean-text.ts'
import type { Summary } from '../view/summary.ts'
import { itemCostWords } from '../words/cost-words.ts'
import { failureWords } from '../words/failure-words.ts'
import { reasonOf } from '../words/summary-words.ts'

type Item = Summary['items'][number]

const LONGEST_MESSAGE = 1_000
/** Not allowed in XML, not even escaped; half a character too. */
const FORBIDDEN = /[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

export function junitXml(summary: Summary): string {
  const { run, workflow, startedAt, durationMs, items } = summary
  const counts = `tests="${items.length}" failures="${items.filter(hasFailed).length}" errors="0"`
  const skipped = `skipped="${items.filter(isSkipped).length}"`
  const time = `time="${seconds(durationMs)}"`
  const timestamp = new Date(startedAt).toISOString().slice(0, -'.000Z'.length)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="agentos" ${counts} ${time}>`,
    `  <testsuite name=${attribute(workflow)} id=${attribute(run)} timestamp="${timestamp}" ${counts} ${skipped} ${time}>`,
    ...items.flatMap((item) => testCase(item, workflow)),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n')
}

function testCase(item: Item, workflow: string): string[] {
  const { id, label, title } = item
  const name = title === '' || title === id ? label : `${label} ${title}`
  return [
    `    <testcase classname=${attribute(`agentos.${workflow}`)} name=${attribute(name)} time="${seconds(item.durationMs)}">`,
    ...verdict(item),
    `      <system-out>${text(`${item.outcome}; ${usage(item)}`)}</system-out>`,
    '    </testcase>',
  ]
}

function verdict(item: Item): string[] {
  const reason = reasonOf(item)
  if (isSkipped(item)) {
    const message = reason === '' ? item.outcome : `${item.outcome}: ${reason}`
    return [`      <skipped message=${attribute(message)}>${text(message)}</skipped>`]
  }
  if (!hasFailed(item)) return []
  const type = item.failure?.reason ?? item.outcome
  const remedy =
    item.failure === undefined ? '' : `\nDo: ${failureWords(item.failure, item.label).remedy}`
  return [
    `      <failure type=${attribute(type)} message=${attribute(reason)}>${text(`${reason}${remedy}`)}</failure>`,
  ]
}

function usage(item: Item): string {
  const { stepsSaved, stepsReused, attempts, calls } = item
  const money = itemCostWords(item) ?? 'cost unknown'
  return `steps run ${stepsSaved}, reused ${stepsReused}; attempts ${attempts}; model calls ${calls}, ${money}`
}

function hasFailed({ outcome }: Item): boolean {
  return outcome === 'failed' || outcome === 'needs-revision' || outcome === 'conflict'
}

function isSkipped(item: Item): boolean {
  return item.outcome !== 'done' && !hasFailed(item)
}

function seconds(ms: number): string {
  return (ms / 1_000).toFixed(3)
}

function attribute(value: string): string {
  return `"${text(cleanWords(value))}"`
}

function text(value: string): string {
  const short = value.length > LONGEST_MESSAGE ? `${value.slice(0, LONGEST_MESSAGE - 1)}…` : value
  return short
    .replace(FORBIDDEN, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
