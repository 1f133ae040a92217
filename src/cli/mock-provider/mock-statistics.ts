/** What the mock provider has answered, in words. */
import type { Count, Statistics } from '../../mock-provider/statistics.ts'

export function statisticsLines(statistics: Statistics): string[] {
  const { requests, answered, abandoned, repeated, mostAtOnce, errors } = statistics
  const keys = Object.entries(statistics.keys).map(
    ([hash, key]) => [`${key.provider} key ${key.number ?? hash}`, key] as const,
  )
  const tasks = new Map<string, number>()
  for (const call of statistics.calls) {
    tasks.set(call.task, (tasks.get(call.task) ?? 0) + call.answered)
  }
  return [
    `Mock provider stopped: ${requests} requests, ${answered} answered, ${abandoned} abandoned, ${repeated} repeated, up to ${mostAtOnce} at once.`,
    ...durationLine(statistics),
    ...(Object.keys(errors).length === 0 ? [] : [`  Errors: ${errorWords(statistics)}`]),
    ...(keys.length < 2 ? [] : keys.map(([name, key]) => countLine(name, key))),
    ...Object.entries(statistics.scopes).map(([name, scope]) => countLine(`scope ${name}`, scope)),
    ...[...tasks].map(([task, count]) => `  ${task}: ${count} answered`),
  ]
}

function durationLine({ requests, answered, firstRequestAt, lastAnsweredAt }: Count): string[] {
  if (firstRequestAt === null || lastAnsweredAt === null) return []
  const seconds = ((lastAnsweredAt - firstRequestAt) / 1_000).toFixed(1)
  const waste = ((requests - answered) / answered).toFixed(2)
  return [
    `  From the first request to the last answer: ${seconds} s; ${waste} wasted requests per answer.`,
  ]
}

function countLine(name: string, count: Count): string {
  const errors = Object.keys(count.errors).length === 0 ? '' : `; ${errorWords(count)}`
  return `  ${name}: ${count.requests} requests, ${count.answered} answered, up to ${count.mostAtOnce} at once${errors}`
}

function errorWords({ errors }: Count): string {
  return Object.entries(errors)
    .map(([kind, count]) => `${count} ${kind}`)
    .join(', ')
}
