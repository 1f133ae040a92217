/** What scenes are made of: the lines that they show, what they expect, what became of items. */
import { isDeepStrictEqual } from 'node:util'
import type { Event, EventOf } from '../../model/event.ts'
import { EXIT } from '../../model/outcome.ts'
import { UsageError } from '../../model/usage-error.ts'
import type { Stage } from './stage.ts'

export interface Scene {
  readonly title: string
  /** Shows something and looks whether it is as promised; throws if it is not. */
  play(stage: Stage): Promise<void>
}

/** Of a plan, everything but how this very process would be started again. */
export function planLines(line: string): boolean {
  return line !== '' && !line.startsWith('Run it:')
}

/** Lines that tell what happens to an item; steps, calls and the output of tests are in the logs. */
const NEWS =
  /\] (Credential |checks found|round \d|issue \d|branch |red, |green: \d|not green|refused, |done in|NEEDS-REVISION|Run \S+ ended)/

export function newsLines(line: string): boolean {
  return NEWS.test(line)
}

/** What the demo has promised to show is looked at, not assumed. */
export function expectSame(what: string, { wanted, got }: { wanted: unknown; got: unknown }): void {
  if (isDeepStrictEqual(got, wanted)) return
  const [expected, found] = [JSON.stringify(wanted), JSON.stringify(got)]
  const message = `Unexpected result of the demo: ${what}: expected ${expected}, got ${found}.`
  const hint = '`agentos demo <folder>` keeps its repository with all logs.'
  throw new UsageError('demo-differs', message, { hint, exitCode: EXIT.failed })
}

export function eventsOf<T extends Event['type']>(events: readonly Event[], type: T): EventOf<T>[] {
  return events.filter((event): event is EventOf<T> => event.type === type)
}

/** The last outcome of each item that has ended. */
export function outcomesOf(events: readonly Event[]): Record<string, string> {
  const ended = eventsOf(events, 'item-ended').map(({ item, outcome }) => [item, outcome] as const)
  return Object.fromEntries(ended.sort(([one], [other]) => one.localeCompare(other)))
}

/** Items that have finished a step of this name; one that the kill kept from telling is read back later. */
export function itemsWith(events: readonly Event[], step: string): string[] {
  const finished = [...eventsOf(events, 'step-saved'), ...eventsOf(events, 'step-reused')]
  const meant = finished.filter((event) => event.step.split('#')[0] === step)
  return [...new Set(meant.map(({ item }) => String(item)))].sort()
}
