/** The results as a table in Markdown: a row for each strategy, a column for each scenario. */
import { availableParallelism } from 'node:os'
import { median } from '../median.ts'
import type { Measured } from './measured.ts'

export function headline(rounds: number): string {
  const how = rounds === 1 ? 'one run' : `medians of ${rounds} runs`
  return (
    `Node ${process.version}, ${availableParallelism()} CPUs, ${how}. ` +
    'Each cell: makespan ÷ lower bound / wasted calls ÷ useful ones, and lost calls if any.\n'
  )
}

export function table(results: readonly Measured[]): string {
  const scenarios = [...new Set(results.map(({ scenario }) => scenario))]
  const strategies = [...new Set(results.map(({ strategy }) => strategy))]
  const rows = strategies.map((strategy) => {
    const cells = scenarios.map((scenario) =>
      cell(results.filter((one) => one.strategy === strategy && one.scenario === scenario)),
    )
    return [strategy, ...cells]
  })
  const lines = [['strategy', ...scenarios], scenarios.map(() => '---').concat('---'), ...rows]
  return lines.map((cells) => `| ${cells.join(' | ')} |\n`).join('')
}

/** `1.03 / 0.00`, of one or more rounds. */
export function cell(rounds: readonly Measured[]): string {
  if (rounds.length === 0) return ''
  const lost = median(rounds.map((one) => one.lost))
  const waste = median(rounds.map((one) => one.waste)).toFixed(2)
  const stretches = rounds.flatMap(({ stretch }) => stretch ?? [])
  if (stretches.length * 2 <= rounds.length) return `DNF / ${waste}, ${lost} lost`
  const stretch = median(stretches).toFixed(2)
  return `${stretch} / ${waste}${lost === 0 ? '' : `, ${lost} lost`}`
}
