/** Where a shell command runs a test runner, so that flags can be added to it. */

/** Right after the runner's word, or at the end of its command. */
export type Place = 'after' | 'end'

export interface FoundRunner {
  /** Of the simple command that runs it. */
  readonly words: readonly string[]
  /** The command up to where flags may stand, what follows of the runner's own, and further commands. */
  around(place: Place): readonly [string, string, string]
  /** Whether nothing else is run after it. */
  readonly isLast: boolean
  /** Whether nothing but flags follows its word. */
  readonly endsWithFlags: boolean
}

const TOKEN = /(?:'[^']*'|"[^"]*"|\\.|[^\s'"\\&|;<>()`])+|&&|\|\||\s+|./gs
/** What joins simple commands, one after the other. */
const JOINS: ReadonlySet<string> = new Set(['&&', '||', ';'])
/** Pipes, redirections, groups, jobs: nobody knows whose flags are whose. */
const INTRICATE: ReadonlySet<string> = new Set([...'&|<>()`\'"'])

/** Undefined unless exactly one word of a plain command is the runner. */
export function findRunner(command: string, runner: RegExp): FoundRunner | undefined {
  const tokens = command.trim().match(TOKEN) ?? []
  if (tokens.some((token) => INTRICATE.has(token) || (/^\s/.test(token) && token.includes('\n'))))
    return undefined
  const places = tokens.flatMap((token, index) => (runner.test(token) ? [index] : []))
  const [at] = places
  if (at === undefined || places.length > 1) return undefined
  const start = tokens.findLastIndex((token, index) => index < at && JOINS.has(token)) + 1
  const stop = tokens.findIndex((token, index) => index > at && JOINS.has(token))
  const end = stop < 0 ? tokens.length : stop
  const own = tokens.slice(start, end)
  const words = own.filter((token) => token.trim() !== '')
  if (words.includes('--') || words.includes('-args')) return undefined
  const behind = afterWord(tokens, at)
  const textOf = (from: number, to: number) => tokens.slice(from, to).join('')
  return {
    words,
    around: (place) => {
      const cut = place === 'after' ? behind : end
      const rest = textOf(end, tokens.length)
      const after = rest === '' ? '' : ` ${rest}`
      return [textOf(0, cut).trimEnd(), textOf(cut, end).trimEnd(), after]
    },
    isLast: stop < 0,
    endsWithFlags: tokens.slice(behind, end).every((token) => /^(?:\s|-)/.test(token)),
  }
}

/** `unittest` takes its flags behind `discover`. */
function afterWord(tokens: readonly string[], at: number): number {
  return tokens[at] === 'unittest' && tokens[at + 2] === 'discover' ? at + 3 : at + 1
}
