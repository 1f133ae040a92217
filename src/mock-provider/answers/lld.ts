/**
 * What the mock provider says when `agentos lld` asks: designs that hold up to our own checks,
 * some after a finding or two. A function of the prompt and the seed alone.
 */
import type { AskedCall } from '../answer.ts'
import type { Marker } from '../scenario/marker.ts'
import { blockOf, edit, fixOf, NO_LOOK, review, reviewedText, wishesIn } from './answer-parts.ts'
import { draftFor, FAIL_MODE, TIMEOUT } from './lld-document.ts'

const WORDING = {
  id: 'wording',
  tier: 3,
  category: 'Wording',
  title: 'Name the message constants',
  detail: 'The texts of errors could live in one place.',
  recommendation: 'Collect them in one module while building.',
} as const

const NO_TIMEOUT = {
  id: 'timeout',
  tier: 2,
  category: 'Quality',
  title: 'No timeout is stated',
  detail: 'Section 7 says how it fails, but not after how long.',
  recommendation: 'State the timeout of every call in section 7.',
} as const

export function lldAnswer(
  { prompt, question }: AskedCall,
  { task, item }: Marker,
  seed: number,
): string | undefined {
  // Every third issue gets a draft with a vague test, every third a design without a timeout.
  const kind = (Number(item) + seed) % 3
  switch (task) {
    case 'lld.look':
      return JSON.stringify({ ...NO_LOOK, contradictions: [] })
    case 'lld.draft': {
      const body = blockOf(prompt, 'issue')
      const title = /^# (.+)$/m.exec(body)?.[1] ?? `Issue ${item}`
      const issue = { number: item, title, body, context: blockOf(prompt, 'repository') }
      return draftFor(issue, { vague: kind === 0 })
    }
    case 'lld.fix':
      return fixOf(question, { text: 'Exit code 0, one line on stdout', anchor: FAIL_MODE })
    case 'lld.revise':
      return edit(FAIL_MODE, `${FAIL_MODE} ${wishesIn(question, TIMEOUT)}`)
    case 'lld.needs':
    case 'lld.review': {
      const document = reviewedText(prompt)
      return review(question, {
        document,
        must: kind === 1 && !document.includes(TIMEOUT) && NO_TIMEOUT,
        suggestion: WORDING,
        summary: {
          revise: 'The design is sound, but nothing bounds the time that a call may take.',
          approve: 'The design is complete, bounded and testable.',
        },
      })
    }
    default:
      return undefined
  }
}
