/**
 * What the mock provider says when `agentos lld` asks: designs that hold up to our own checks,
 * some after a finding or two. A function of the prompt and the seed alone.
 */
import type { AskedCall } from '../answer.ts'
import type { Marker } from '../scenario/marker.ts'
import { blockOf, edits, NO_LOOK, reviewBase, reviewedText, wishesIn } from './answer-parts.ts'
import { draftFor, FAIL_MODE, TIMEOUT, VAGUE } from './lld-document.ts'

/** A suggestion that comes with every approval and is carried along. */
const WORDING = {
  id: 'wording',
  tier: 3,
  category: 'Wording',
  title: 'Name the message constants',
  detail: 'The texts of errors could live in one place.',
  recommendation: 'Collect them in one module while building.',
}

export function lldAnswer(
  call: AskedCall,
  { task, item }: Marker,
  seed: number,
): string | undefined {
  // Every third issue gets a draft with a vague test, every third a design without a timeout.
  const kind = (Number(item) + seed) % 3
  switch (task) {
    case 'lld.look':
      return JSON.stringify({ ...NO_LOOK, contradictions: [] })
    case 'lld.draft':
      return draftFor(issueOf(call.prompt, item), { vague: kind === 0 })
    case 'lld.fix':
      return edits([{ search: VAGUE, replace: 'Exit code 0, one line on stdout' }])
    case 'lld.revise':
      return edits([
        { search: FAIL_MODE, replace: `${FAIL_MODE} ${wishesIn(call.question, TIMEOUT)}` },
      ])
    case 'lld.review':
    case 'lld.needs':
      return JSON.stringify(review(call, kind === 1))
    default:
      return undefined
  }
}

function review({ prompt, question }: AskedCall, isStrict: boolean): unknown {
  const document = reviewedText(prompt)
  const base = reviewBase(question, document, { open: [WORDING.id] })
  const { earlier } = base
  if (isStrict && !document.includes(TIMEOUT)) {
    return {
      ...base,
      verdict: 'REVISE',
      summary: 'The design is sound, but nothing bounds the time that a call may take.',
      findings: [
        {
          id: 'timeout',
          tier: 2,
          category: 'Quality',
          title: 'No timeout is stated',
          detail: 'Section 7 says how it fails, but not after how long.',
          recommendation: 'State the timeout of every call in section 7.',
        },
      ],
    }
  }
  return {
    ...base,
    verdict: 'APPROVED',
    summary: 'The design is complete, bounded and testable.',
    findings: earlier.some(({ id }) => id === WORDING.id) ? [] : [WORDING],
  }
}

function issueOf(
  prompt: string,
  number: string,
): { number: string; title: string; body: string; context: string } {
  const body = blockOf(prompt, 'issue')
  const title = /^# (.+)$/m.exec(body)?.[1] ?? `Issue ${number}`
  return { number, title, body, context: blockOf(prompt, 'repository') }
}
