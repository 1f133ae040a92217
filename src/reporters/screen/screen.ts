import type { Event } from '../../model/event.ts'

/** Output for people: whole lines, each behind the label of its item. */
export interface Screen {
  /** Prints whole lines, which may hold anything, each behind the prefix. */
  print(prefix: string, lines: string): void
  /** Prints whole lines as they are. */
  printRaw(text: string): void
  /** Called after the lines of an event were printed; `label` names its item. */
  onEvent(event: Event, label: string | undefined): void
  close(): void
}
