/**
 * What the mock provider says when `agentos implement` asks: tests that fail, code that makes them
 * pass, some of it only after a repair or a review. A function of the prompt and the seed alone.
 */
import type { AskedCall } from '../answer.ts'
import type { Marker } from '../scenario/marker.ts'
import { blockOf, blocksOf, review, shownFile, wishesIn } from './answer-parts.ts'
import { readFacts } from './design-facts.ts'
import { codeFor, exportEdit, isBounded, testsFor } from './implement-code.ts'
import { projectIn } from './project.ts'

/** Designs of the demo and of a test, whose code wants to change a file that they do not name, again and again. */
const OVERSTEPPING: ReadonlySet<string> = new Set(['Print the version', '--version'])

const MESSAGES = {
  id: 'messages',
  tier: 3,
  category: 'Wording',
  title: 'Messages could name the input',
  detail: 'A message says what is wrong, but not with what.',
  recommendation: 'Quote the first characters of the input.',
} as const

const NO_BOUND = {
  id: 'no-bound',
  tier: 2,
  category: 'Quality',
  title: 'The input has no bound',
  detail: 'Section 8 promises a bound, but input of any length is taken.',
  recommendation: 'Refuse a longer input with a message.',
} as const

export function implementAnswer(
  { prompt, question }: AskedCall,
  { task, item }: Marker,
  seed: number,
): string | undefined {
  const facts = readFacts(blockOf(prompt, 'design'))
  const project = projectIn(blockOf(prompt, 'repository'))
  // Every third item's code is wrong at first, every third item's lacks a bound that is asked for.
  const kind = (Number(item) + seed) % 3
  const good = {
    path: facts.source,
    content: codeFor(facts, { isWrong: false, isBounded: kind !== 1 }, project),
  }
  switch (task) {
    case 'implement.tests':
      return changes([{ path: facts.tests, content: testsFor(facts, project) }])
    case 'implement.code': {
      const content = codeFor(facts, { isWrong: kind === 2, isBounded: kind !== 1 }, project)
      const foreign = { path: 'package.json', content: '{ "name": "todo", "version": "2.0.0" }\n' }
      const edits = facts.modified.flatMap((path) => {
        const edit = exportEdit(shownFile(prompt, path), { path, facts, project })
        return edit === undefined ? [] : [{ path, edits: [edit] }]
      })
      return changes([
        { path: facts.source, content },
        ...edits,
        ...(OVERSTEPPING.has(facts.title) ? [foreign] : []),
      ])
    }
    case 'implement.fix':
      return changes([good])
    case 'implement.revise': {
      const code = codeFor(facts, { isWrong: false, isBounded: true }, project)
      // What people want is written down, if it cannot be built.
      const wishes = wishesIn(question, '')
      return changes([
        {
          ...good,
          content:
            wishes === ''
              ? code
              : `${code}\n${facts.source.endsWith('.py') ? '#' : '//'} ${wishes}\n`,
        },
      ])
    }
    case 'implement.amend':
      return JSON.stringify({ decisions: [] })
    case 'implement.needs':
    case 'implement.review':
      return review(question, {
        must: kind === 1 && !isBounded(blocksOf(prompt, 'diff').join('\n')) && NO_BOUND,
        suggestion: MESSAGES,
        summary: {
          revise: 'It does what the design says, but for one bound.',
          approve:
            'The code keeps what the design promises, and the tests would notice if it did not.',
        },
      })
    default:
      return undefined
  }
}

type Proposed =
  | { readonly path: string; readonly content: string }
  | { readonly path: string; readonly edits: readonly object[] }

function changes(list: readonly Proposed[]): string {
  const entries = list.map((change) =>
    'content' in change
      ? { ...change, action: 'write', edits: [] }
      : { ...change, action: 'edit', content: '' },
  )
  return JSON.stringify({ changes: entries, amendments: [], declined: [], later: [] })
}
