/** `Bench.table`, `Task.#run`, `Task::run`. */
const NAME = /[A-Za-z_$][\w$]*(?:(?:\.#?|::|#)[A-Za-z_$][\w$]*)*/
const WHOLE = new RegExp(`^#?(${NAME.source})(\\(.*\\))?$`)
const CALLED = new RegExp(`(?<![\\w$.#])(${NAME.source})(?=\\()`, 'g')
const CODE_SPAN = /`([^`\n]{2,200})`/g
const FENCE = /^\s{0,3}(```|~~~)/
const SHORTEST = 3
const MOST = 60

/** Names of code that a text speaks of, in its order: in backticks, or with parentheses behind them. Not those of blocks of code. */
export function namedSymbols(text: string): string[] {
  const names = new Set<string>()
  let isFenced = false
  for (const line of text.split('\n')) {
    if (FENCE.test(line)) isFenced = !isFenced
    else if (!isFenced) for (const name of namesIn(line)) names.add(name)
  }
  return [...names].filter(({ length }) => length >= SHORTEST).slice(0, MOST)
}

function namesIn(line: string): string[] {
  const spans = [...line.matchAll(CODE_SPAN)].map(([, code = '']) => code.trim())
  const prose = line.replace(CODE_SPAN, ' ')
  return [
    ...spans.flatMap((code) => {
      const whole = WHOLE.exec(code)?.[1]
      return whole === undefined ? called(code) : [whole]
    }),
    ...called(prose),
  ]
}

function called(code: string): string[] {
  return [...code.matchAll(CALLED)].map(([, name = '']) => name)
}
