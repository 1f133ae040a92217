import type { Event } from '../../model/event.ts'

/** Where people read: whole lines behind whose they are. */
export interface Screen {
  /** Prints whole lines, which may hold anything, each behind the prefix. */
  print(prefix: string, lines: string): void
  /** Prints whole lines as they are. */
  printRaw(text: string): void
  /** What has just happened, after its lines; with the name of the item that it is about. */
  hear(event: Event, label: string | undefined): void
  /** Resolves when more can be taken. */
  ready(): Promise<void>
  /** Waits for the reader no longer: what it does not take from now on, only the logs have. */
  letGo(): void
  close(): void
}
