/** Outcomes in colour: done green, failures red, what waits for somebody yellow. The word says it, too. */
import { type Look, paint } from './look.ts'

const COLOURS: Readonly<Record<string, 'green' | 'red' | 'yellow'>> = {
  done: 'green',
  ...{ failed: 'red', conflict: 'red', 'cut off': 'red' },
  ...{ 'needs-revision': 'yellow', gated: 'yellow', 'waiting for you': 'yellow' },
  ...{ waiting: 'yellow', 'at a gate': 'yellow', interrupted: 'yellow' },
}

const WORDS = Object.keys(COLOURS)
  .toSorted((a, b) => b.length - a.length)
  .join('|')
/** The first words of a line, or those behind a number: `1 failed`. */
const OUTCOME = new RegExp(
  `^( *)(${WORDS})(?![\\w-])|\\b(\\d+(?:/\\d+)? )(${WORDS})(?![\\w-])`,
  'gi',
)

/** For lines whose words are ours: an item's own line may happen to begin with one of these. */
export function paintOutcomes(line: string, look: Pick<Look, 'colour'>): string {
  if (!look.colour) return line
  return line.replace(OUTCOME, (found, indent?: string, first?: string, count?: string) => {
    const word = first ?? found.slice(count?.length)
    const colour = COLOURS[word.toLowerCase()]
    return colour === undefined
      ? found
      : `${indent ?? ''}${paint(found.slice(indent?.length), colour, look)}`
  })
}
