/**
 * How a workflow ends an item otherwise than by finishing it: thrown from `run`. A worker and the
 * workflow that it runs may each have a copy of these classes, so they are known by a mark.
 */

const ENDS = Symbol.for('agentos.ends')

export function isNeedsRevision(thrown: unknown): thrown is NeedsRevision {
  return thrown instanceof Error && ENDS in thrown && thrown[ENDS] === 'needs-revision'
}

export function isConflict(thrown: unknown): thrown is Conflict {
  return thrown instanceof Error && ENDS in thrown && thrown[ENDS] === 'conflict'
}

/**
 * Why the work is not good enough: its rounds of review are used up, two of them found the same, it
 * never passed the checks that come before a review, or its tests never passed.
 */
type Shortfall = 'round-limit' | 'stagnant' | 'checks-failed' | 'tests-failed'

/** The work is not good enough; nothing is published. */
export class NeedsRevision extends Error {
  override readonly name = 'NeedsRevision'
  readonly [ENDS] = 'needs-revision'
  readonly why: Shortfall
  /** Of review; with failed checks or tests, how often it was repaired. */
  readonly rounds: number
  readonly findings: readonly string[]

  constructor(why: Shortfall, rounds: number, findings: readonly string[]) {
    super(`Not approved after ${rounds} rounds (${why}).`)
    this.why = why
    this.rounds = rounds
    this.findings = findings
  }
}

/** The work is good by itself, but cannot be merged with what others have done. */
export class Conflict extends Error {
  override readonly name = 'Conflict'
  readonly [ENDS] = 'conflict'
  /** The branch that it cannot be merged with. */
  readonly other: string
  readonly files: readonly string[]
  /** Tests and checks that fail with the lines of both sides in these files; undefined if no such union was tried. */
  readonly failed: readonly string[] | undefined

  constructor(other: string, files: readonly string[], failed?: readonly string[]) {
    super(`Cannot be merged with ${other}: ${files.join(', ')}.`)
    this.other = other
    this.files = files
    this.failed = failed
  }
}
