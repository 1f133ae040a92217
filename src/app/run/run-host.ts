/** What a run needs of the program that started it: a place for its output, and the wish to stop. */
import type { Run } from '../../coordinator/coordinate.ts'
import type { Output } from '../../fleet/fleet.ts'
import type { Event } from '../../model/event.ts'
import type { Item } from '../../model/item.ts'
import type { RunLogs } from '../../reporters/logs/run-logs.ts'

export interface RunHost {
  /** Warnings from before the run's own output is open. */
  readonly warn: (text: string) => void
  readonly openReporting: (about: ReportedRun) => Reporting
  /** Stops the run when its user wants that; returns how to stop listening. */
  readonly stopOnDemand: (run: Run, reporting: Reporting) => () => void
  /** Calls `hurry` when the user wants the command to end; returns how to stop listening. */
  readonly onImpatience: (hurry: () => void) => () => void
}

export interface ReportedRun {
  readonly items: readonly Item[]
  readonly logs: RunLogs
  readonly workingDirectory: string
}

export interface Reporting {
  readonly listener: (event: Event) => void
  readonly output: Output
  /** Prints a line that is no event. */
  readonly say: (text: string) => void
  /** About the command itself: on stderr, unless that would be printed into the footer. */
  readonly warn: (text: string) => void
  /** Leaves the terminal to others while this lasts. */
  readonly sleepWhile: (asleep: () => void) => void
  readonly close: () => void
}
