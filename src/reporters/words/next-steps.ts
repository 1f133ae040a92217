/** Next steps after a run: the command to run for each kind of unsuccessful item. */
import type { CostStop } from '../../model/outcome.ts'
import { cleanWords } from '../screen/clean-text.ts'
import type { ItemSummary, Summary } from '../view/summary.ts'
import { programOf } from './own-commands.ts'

/** One line each; none if everything has succeeded, or while the run is running. */
export function nextSteps(summary: Summary): string[] {
  if (summary.state === 'running') return []
  const command = cleanWords(summary.command)
  const retry = `${programOf(command)} retry`
  const unfinished = summary.items.filter((item) => !hasSucceeded(item))
  const refused = [...labelsOf(unfinished, 'needs-revision'), ...leftOut(summary, 'needs-revision')]
  const gated = [...labelsOf(unfinished, 'gated'), ...leftOut(summary, 'gated')]
  const conflicting = labelsOf(unfinished, 'conflict')
  const elsewhere = unfinished.filter(({ skip }) => skip?.reason === 'locked')
  const isStopped = unfinished.some(
    (item) => ['interrupted', 'pending'].includes(item.outcome) || item.skip?.reason === 'stopped',
  )
  const { costStop } = summary
  const hasFailed = unfinished.some(({ outcome }) => outcome === 'failed')
  return [
    ...(isStopped ? [`Finished steps are saved. ${resumeWords(command, costStop)}`] : []),
    ...(hasFailed && !isStopped ? [`Try again:  ${command}`] : []),
    ...(refused.length === 0
      ? []
      : [`Needs revision: change the input, or start over with:  ${retry} ${refused.join(' ')}`]),
    ...(conflicting.length === 0
      ? []
      : [
          `In conflict: merge or delete the other branch, then:  ${retry} ${conflicting.join(' ')}`,
        ]),
    ...(gated.length === 0 || isStopped ? [] : [`Answer the open gates, then:  ${command}`]),
    ...(elsewhere.length === 0 || isStopped
      ? []
      : [`Left to another run: ${namesOf(elsewhere)}. ${laterWords(summary, elsewhere.length)}`]),
  ]
}

/** Items left to another run have not started over yet; the others must not do so again. */
function laterWords({ command, fresh, items }: Summary, left: number): string {
  const clean = cleanWords(command)
  if (!fresh) return `When it has ended:  ${clean}`
  const alone = items.length === left ? '' : ', without the other items'
  return `When it has ended${alone}:  ${withFlag(clean, '--fresh')}`
}

/** The limit applies to each run: only a call above all of it needs a higher one. */
function resumeWords(command: string, costStop: CostStop | undefined): string {
  if (costStop === undefined || costStop.next <= costStop.limit) return `Resume with:  ${command}`
  const enough = (Math.ceil(costStop.next * 100) / 100).toFixed(2)
  return `The next call may cost more than the limit. Resume with a higher one:  ${withMaxCost(command, enough)}`
}

/** Instead of another one. */
function withMaxCost(command: string, dollars: string): string {
  return withFlag(command, `--max-cost ${dollars}`, / --max-cost[ =]\S+/g)
}

/** Before `--`; words are quoted as a shell reads them. */
function withFlag(command: string, flag: string, insteadOf?: RegExp): string {
  const words: readonly string[] = command.match(/(?:'[^']*'|\\'|[^\s'])+/g) ?? []
  const end = words.indexOf('--') === -1 ? words.length : words.indexOf('--')
  const flags = words.slice(0, end).join(' ')
  const kept = insteadOf === undefined ? flags : flags.replace(insteadOf, '')
  return [kept, flag, ...words.slice(end)].join(' ')
}

export function hasSucceeded({ outcome, skip }: ItemSummary): boolean {
  return outcome === 'done' || skip?.reason === 'done-elsewhere'
}

function labelsOf(items: readonly ItemSummary[], outcome: ItemSummary['outcome']): string[] {
  return items.filter((item) => item.outcome === outcome).map(({ label }) => label)
}

function leftOut(summary: Summary, reason: 'needs-revision' | 'gated'): string[] {
  return summary.leftOut.filter(({ why }) => why.reason === reason).map(({ label }) => label)
}

function namesOf(items: readonly ItemSummary[]): string {
  return items.map(({ label }) => label).join(', ')
}
