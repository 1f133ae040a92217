/**
 * A part of a log: the output of a step, or since a point in time. An item's output has no times, but
 * is between marks of the coordinator that have one (for their steps, see `step-marks.ts`):
 *
 *   » 2026-11-16T08:41:11.587+00:00 check: started
 *   checking the spelling
 *   » 2026-11-16T08:41:11.604+00:00 check: saved (17ms)
 *
 * Output since a point in time begins with the last mark before it: rather too much than too little.
 * In `coordinator.log` every line has its time.
 */
import { quote } from '../../model/ids.ts'
import { didYouMean } from '../../model/text/nearest.ts'
import { UsageError } from '../../model/usage-error.ts'
import { TIME_PATTERN } from '../words/time-words.ts'
import type { StepMarks } from './step-marks.ts'

const TIME = new RegExp(`^(${TIME_PATTERN}) `)
const MARK = new RegExp(`^» (${TIME_PATTERN}) `)

/** A step by its name, each time it came. */
export interface StepPart {
  readonly name: string
  readonly marks: StepMarks
}

/** Takes and gives whole lines. */
export interface Selection {
  take(text: string): string
  /** The held-back output, when the log is read to its end; `lastAt` is when it was last written. */
  finish(lastAt: number): string
  /** Refuses an unknown step. */
  checkStep(): void
}

export function coordinatorSelection(sinceAt: number | undefined): Selection {
  let isLate = sinceAt === undefined
  const isTaken = (line: string) => {
    const time = TIME.exec(line)?.[1]
    if (time !== undefined && sinceAt !== undefined) isLate = Date.parse(time) >= sinceAt
    return isLate
  }
  return {
    take: (text) => linesOf(text).filter(isTaken).join(''),
    finish: () => '', // every line has been decided on
    checkStep() {}, // it has none
  }
}

export class ItemSelection implements Selection {
  readonly #step: StepPart | undefined
  readonly #sinceAt: number
  /** Output after the last mark before `sinceAt`; undefined once a later mark was read. */
  #held: string[] | undefined

  constructor(part: { step: StepPart | undefined; sinceAt: number | undefined }) {
    const { step, sinceAt } = part
    this.#step = step
    this.#sinceAt = sinceAt ?? Number.NEGATIVE_INFINITY
    this.#held = sinceAt === undefined ? undefined : []
  }

  take(text: string): string {
    return linesOf(text)
      .map((line) => this.#takeLine(line))
      .join('')
  }

  finish(lastAt: number): string {
    const held = this.#held ?? []
    this.#held = undefined
    return lastAt >= this.#sinceAt ? held.join('') : ''
  }

  checkStep(): void {
    if (this.#step === undefined) return
    const { name: wanted, marks } = this.#step
    const names = marks.names()
    if (names.some((name) => isNamed(name, wanted))) return
    throw new UsageError('step-unknown', `There is no step ${quote(wanted)} in this log.`, {
      hint: didYouMean(wanted, names, `Its steps: ${names.join(', ') || 'none so far'}.`),
    })
  }

  #takeLine(line: string): string {
    const [, time] = MARK.exec(line) ?? []
    const kept = this.#isInStep(line) ? line : ''
    if (this.#held === undefined) return kept
    const isLate = time === undefined ? undefined : Date.parse(time) >= this.#sinceAt
    if (isLate === false) this.#held = []
    this.#held.push(kept)
    return isLate === true ? this.finish(Number.POSITIVE_INFINITY) : ''
  }

  /** A step's own first and last mark belong to it. */
  #isInStep(line: string): boolean {
    if (this.#step === undefined) return true
    const { name: wanted, marks } = this.#step
    return marks.stepsAt(line).some((name) => isNamed(name, wanted))
  }
}

/** `draft` also means `draft#2`, its second time, and `round/draft`, a step in a step. */
function isNamed(name: string, wanted: string): boolean {
  return name === wanted || name.replace(/^.*\//, '').replace(/#\d+$/, '') === wanted
}

function linesOf(text: string): string[] {
  return text.split(/(?<=\n)/)
}
