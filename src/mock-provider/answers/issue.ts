/**
 * What the mock provider says when `agentos issue` asks: issues that pass our own checks, some after
 * a finding or two. A function of the prompt and the seed alone.
 */
import type { AskedCall } from '../answer.ts'
import type { Marker } from '../scenario/marker.ts'
import { blockOf, edit, fixOf, NO_LOOK, review, reviewedText, wishesIn } from './answer-parts.ts'
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
  { prompt, question }: AskedCall,
  { task, item }: Marker,
  seed: number,
): string | undefined {
  // Every third brief gets a draft with a vague criterion, every third an issue without a message.
  const kind = ([...item].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) + seed) % 3
  switch (task) {
    case 'issue.look':
      return JSON.stringify(NO_LOOK)
    case 'issue.draft': {
      const context = blockOf(prompt, 'repository')
      return issueFor(blockOf(prompt, 'brief'), { context, isVague: kind === 0 })
    }
    case 'issue.fix':
      return fixOf(question, { text: firstRequirement(prompt), anchor: FAIL_SAFE })
    case 'issue.revise':
      return edit(FAIL_SAFE, `${FAIL_SAFE} ${wishesIn(question, MESSAGE)}`)
    case 'issue.needs':
    case 'issue.review': {
      const document = reviewedText(prompt)
      const hasMessage = document.includes(MESSAGE) || document.includes('As decided:')
      return review(question, {
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

/** What the vague criterion was about: the document is the last text that has requirements. */
function firstRequirement(prompt: string): string {
  const below = prompt.split('\n## Requirements\n').at(-1) ?? ''
  return /^1\. (.+)$/m.exec(below)?.[1] ?? 'It exits with 0'
}
