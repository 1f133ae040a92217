/** Chaos of `implement`, one seed after the other: a row for each, and a line for whatever is wrong. */
import { buildPackage } from '../../../build/package.ts'
import { disturbedRun, prepareGround } from './chaos.ts'

export async function chaosOfImplement(options: {
  readonly seeds: readonly number[]
  readonly items: number
  readonly disturbances: number
  readonly log: (line: string) => void
  /** Every disturbance, and every item that has to be resumed. */
  readonly story: (line: string) => void
  readonly signal: AbortSignal
}): Promise<{ readonly isWell: boolean }> {
  const { seeds, items, disturbances, log, story, signal } = options
  let isWell = true
  const built = await buildPackage()
  try {
    const began = performance.now()
    const ground = await prepareGround(built.launcher, items)
    log(`${items} items; designs and an undisturbed run took ${seconds(began)}`)
    log('| seed | runs | disturbances | ended and resumed | paid twice | took | violations |')
    log('| --- | --- | --- | --- | --- | --- | --- |')
    try {
      for (const seed of seeds) {
        const since = performance.now()
        const report = await disturbedRun(ground, { seed, disturbances, signal, log: story })
        const { runs, resumed, paidTwice, violations } = report
        const counts = [seed, runs, report.disturbances, resumed.length, paidTwice]
        log(`| ${[...counts, seconds(since), violations.length].join(' | ')} |`)
        for (const violation of violations) log(`WRONG: ${violation}`)
        isWell &&= violations.length === 0
      }
    } finally {
      await ground.designed.close()
    }
  } finally {
    built.remove()
  }
  return { isWell }
}

function seconds(since: number): string {
  return `${Math.round((performance.now() - since) / 1000)} s`
}
