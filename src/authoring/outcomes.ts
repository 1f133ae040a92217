/** How a workflow ends an item otherwise than by finishing it: thrown from `run`. */

/** The work was reviewed and is not good enough; nothing is published. */
export class NeedsRevision extends Error {
  override readonly name = 'NeedsRevision'
  readonly why: 'round-limit' | 'stagnant'
  readonly rounds: number
  readonly findings: readonly string[]

  constructor(why: 'round-limit' | 'stagnant', rounds: number, findings: readonly string[]) {
    super(`Not approved after ${rounds} rounds (${why}).`)
    this.why = why
    this.rounds = rounds
    this.findings = findings
  }
}

/** Only a person can say how to go on. */
export class Parked extends Error {
  override readonly name = 'Parked'
  readonly gate: string
  readonly question: string

  constructor(gate: string, question: string) {
    super(question)
    this.gate = gate
    this.question = question
  }
}
