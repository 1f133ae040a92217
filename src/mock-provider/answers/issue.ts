/**
 * What the mock provider says when `agentos issue` asks: issues that pass our own checks, some after
 * a finding or two. A function of the prompt and the seed alone.
 */
import type { AskedCall } from '../answer.ts'
import type { Marker } from '../scenario/marker.ts'
import { blockOf, edits, NO_LOOK, reviewBase, reviewedText, wishesIn } from './answer-parts.ts'
import { FAIL_SAFE, issueFor, MESSAGE, VAGUE } from './issue-document.ts'

/** A suggestion that comes with every approval and is carried along. */
const EXAMPLE = {
  id: 'example',
  tier: 3,
  category: 'Docs',
  title: 'Show an example in the README',
  detail: 'Whoever looks for this will look there first.',
  recommendation: 'Add three lines with a command and what it prints.',
}

export function issueAnswer(
  call: AskedCall,
  { task, item }: Marker,
  seed: number,
): string | undefined {
  // Every third brief gets a draft with a vague criterion, every third an issue without a message.
  const kind = ([...item].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) + seed) % 3
  switch (task) {
    case 'issue.look':
      return JSON.stringify(NO_LOOK)
    case 'issue.draft':
      return issueFor(blockOf(call.prompt, 'brief'), {
        context: blockOf(call.prompt, 'repository'),
        isVague: kind === 0,
      })
    case 'issue.fix':
      return edits([{ search: VAGUE, replace: firstRequirement(call.prompt) }])
    case 'issue.revise':
      return edits([
        { search: FAIL_SAFE, replace: `${FAIL_SAFE} ${wishesIn(call.question, MESSAGE)}` },
      ])
    case 'issue.review':
    case 'issue.needs':
      return JSON.stringify(review(call, kind === 1))
    default:
      return undefined
  }
}

/** What the vague criterion was about: the document is the last that has requirements. */
function firstRequirement(prompt: string): string {
  const below = prompt.split('\n## Requirements\n').at(-1) ?? ''
  return /^1\. (.+)$/m.exec(below)?.[1] ?? 'It exits with 0'
}

function review({ prompt, question }: AskedCall, isStrict: boolean): unknown {
  const document = reviewedText(prompt)
  const base = { ...reviewBase(question, document, { open: [EXAMPLE.id] }), labels: [], size: null }
  if (isStrict && !document.includes(MESSAGE) && !document.includes('As decided:')) {
    return {
      ...base,
      verdict: 'REVISE',
      summary: 'The issue is clear, but nobody would know what has gone wrong.',
      findings: [
        {
          id: 'message',
          tier: 2,
          category: 'Observability',
          title: 'No message is stated for a failure',
          detail:
            'Security Considerations says that nothing is changed, but not what the user reads.',
          recommendation: 'State the message beside the fail-safe.',
        },
      ],
    }
  }
  return {
    ...base,
    verdict: 'APPROVED',
    summary: 'The issue says what is wanted, what is not, and how to tell.',
    findings: base.earlier.some(({ id }) => id === EXAMPLE.id) ? [] : [EXAMPLE],
    labels: ['feature', 'cli'],
    size: document.split('- [ ]').length > 4 ? 'M' : 'S',
  }
}
