/** Where people read: whole lines behind whose they are. */
export interface Screen {
  /** Prints whole lines, which may hold anything, each behind the prefix. */
  print(prefix: string, lines: string): void
  /** Prints whole lines as they are. */
  printRaw(text: string): void
  /** Resolves when more can be taken. */
  ready(): Promise<void>
  /** Waits for the reader no longer: what it does not take from now on, only the logs have. */
  letGo(): void
  close(): void
}
