/**
 * What the mock provider says when `agentos issue` asks: issues that pass our own checks, some after
 * a finding or two. A function of the prompt and the seed alone.
 */
import type { AskedCall } from '../answer.ts'
import type { Marker } from '../scenario/marker.ts'
import { blockOf, edit, review, VAGUE, wishesIn } from './answer-parts.ts'
import { FAIL_SAFE, issueFor, MESSAGE } from './issue-document.ts'

const EXAMPLE = {
  id: 'example',
  tier: 3,
  category: 'Docs',
  title: 'Show an example in the README',
  detail: 'Whoever looks for this will look there first.',
  recommendation: 'Add three lines with a command and what it prints.',
} as const

const NO_MESSAGE = {
  id: 'message',
  tier: 2,
  category: 'Observability',
  title: 'No message is stated for a failure',
  detail: 'Security Considerations says that nothing is changed, but not what the user reads.',
  recommendation: 'State the message beside the fail-safe.',
} as const

export function issueAnswer(
  { prompt }: AskedCall,
  { task, item }: Marker,
  seed: number,
): string | undefined {
  // Every third brief gets a draft with a vague criterion, every third an issue without a message.
  const kind = ([...item].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) + seed) % 3
  const document = blockOf(prompt, 'document')
  switch (task) {
    case 'issue.draft': {
      const context = blockOf(prompt, 'repository')
      return issueFor(blockOf(prompt, 'brief'), { context, isVague: kind === 0 })
    }
    case 'issue.fix':
      return edit(VAGUE, firstRequirement(document))
    case 'issue.revise':
      return edit(FAIL_SAFE, `${FAIL_SAFE} ${wishesIn(prompt, MESSAGE)}`)
    case 'issue.review': {
      const hasMessage = document.includes(MESSAGE) || document.includes('As decided:')
      return review(prompt, {
        document,
        must: kind === 1 && !hasMessage && NO_MESSAGE,
        suggestion: EXAMPLE,
        summary: {
          revise: 'The issue is clear, but nobody would know what has gone wrong.',
          approve: 'The issue says what is wanted, what is not, and how to tell.',
        },
        labels: ['feature', 'cli'],
        size: document.split('- [ ]').length > 4 ? 'M' : 'S',
      })
    }
    default:
      return undefined
  }
}

/** What the vague criterion was about. */
function firstRequirement(document: string): string {
  return /^1\. (.+)$/m.exec(document.split('## Requirements')[1] ?? '')?.[1] ?? 'It exits with 0'
}
