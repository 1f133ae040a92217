/**
 * A run's folder: a log per item, `coordinator.log`, `events.jsonl`, `summary.json`, `summary.md`.
 * Written as it happens, without buffering, so that a killed run leaves what it knew.
 */
import { appendFileSync, closeSync, existsSync, mkdirSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { writeWhole } from '../files/write-whole.ts'
import type { Event } from '../model/event.ts'
import { cleanText } from './clean-text.ts'
import type { Line } from './narrator.ts'
import { type Summary, summaryMarkdown } from './summary.ts'

const PRIVATE = 0o600

export class RunLogs {
  readonly folder: string
  readonly #events: number
  readonly #coordinator: number
  readonly #items = new Map<string, number>()
  readonly #onTrouble: (message: string) => void
  #isBroken = false

  /** Makes `<logs>/<time>`; a moment later if another run has taken that very millisecond. */
  constructor(logs: string, startedAt: number, onTrouble: (message: string) => void) {
    this.#onTrouble = onTrouble
    this.folder = makeFolder(logs, startedAt)
    this.#events = openSync(join(this.folder, 'events.jsonl'), 'a', PRIVATE)
    this.#coordinator = openSync(join(this.folder, 'coordinator.log'), 'a', PRIVATE)
  }

  event(event: Event): void {
    this.#append(this.#events, `${JSON.stringify(event)}\n`)
  }

  /** What the coordinator says: all of it in its own log, an item's part also in the item's. */
  line(line: Line, label: string | undefined, at: number): void {
    const time = new Date(at).toISOString()
    const whose = label === undefined ? '' : `[${label}] `
    const text = cleanText(`${line.text}\n`, { colour: false, overwritten: 'kept' })
    this.#append(this.#coordinator, `${time} ${whose}${text}`)
    if (label !== undefined) this.#append(this.#open(label), `» ${time} ${text}`)
  }

  output(label: string, lines: string): void {
    this.#append(this.#open(label), cleanText(lines, { colour: false, overwritten: 'kept' }))
  }

  /** No more of this item: its log need not stay open. */
  closeItem(label: string): void {
    const file = this.#items.get(label)
    if (file !== undefined) closeSync(file)
    this.#items.delete(label)
  }

  summary(summary: Summary): void {
    if (this.#isBroken) return
    const options = { mode: PRIVATE }
    writeWhole(join(this.folder, 'summary.json'), `${JSON.stringify(summary, null, 2)}\n`, options)
    writeWhole(join(this.folder, 'summary.md'), summaryMarkdown(summary), options)
  }

  close(): void {
    for (const file of [this.#events, this.#coordinator, ...this.#items.values()]) closeSync(file)
  }

  /** A log that cannot be written is no reason to lose work: it is said once, and the run goes on. */
  #append(file: number, text: string): void {
    if (this.#isBroken) return
    try {
      appendFileSync(file, text)
    } catch (error) {
      this.#isBroken = true
      this.#onTrouble(error instanceof Error ? error.message : String(error))
    }
  }

  #open(label: string): number {
    const open = this.#items.get(label)
    if (open !== undefined) return open
    const file = openSync(join(this.folder, `${label}.log`), 'a', PRIVATE)
    this.#items.set(label, file)
    return file
  }
}

function makeFolder(logs: string, startedAt: number): string {
  for (let at = startedAt; ; at++) {
    const folder = join(logs, new Date(at).toISOString().replaceAll(':', '-'))
    try {
      mkdirSync(folder, { mode: 0o700 })
      return folder
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    }
  }
}

/** Adds what a killed run had not yet read to the log where it belongs, if that still exists. */
export function recoverOutput(log: string, lines: string): void {
  if (existsSync(log)) appendFileSync(log, cleanText(lines, { colour: false, overwritten: 'kept' }))
}
