/**
 * A run's folder: a log per item, `coordinator.log`, `events.jsonl`, `summary.json`, `summary.md`.
 * Written as it happens, without buffering, so that a killed run leaves what it knew.
 */
import { appendFileSync, closeSync, mkdirSync, openSync } from 'node:fs'
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

  /** Makes `<logs>/<time>`; a moment later if another run has taken that very millisecond. */
  constructor(logs: string, startedAt: number) {
    this.folder = makeFolder(logs, startedAt)
    this.#events = openSync(join(this.folder, 'events.jsonl'), 'a', PRIVATE)
    this.#coordinator = openSync(join(this.folder, 'coordinator.log'), 'a', PRIVATE)
  }

  event(event: Event): void {
    appendFileSync(this.#events, `${JSON.stringify(event)}\n`)
  }

  /** What the coordinator says: all of it in its own log, an item's part also in the item's. */
  line(line: Line, label: string | undefined, at: number): void {
    const whose = label === undefined ? '' : `[${label}] `
    appendFileSync(this.#coordinator, `${new Date(at).toISOString()} ${whose}${line.text}\n`)
    if (label !== undefined) appendFileSync(this.#open(label), `» ${line.text}\n`)
  }

  output(label: string, lines: string): void {
    appendFileSync(this.#open(label), cleanText(lines, { colour: false, overwritten: 'kept' }))
  }

  /** No more of this item: its log need not stay open. */
  closeItem(label: string): void {
    const file = this.#items.get(label)
    if (file !== undefined) closeSync(file)
    this.#items.delete(label)
  }

  summary(summary: Summary): void {
    const options = { mode: PRIVATE }
    writeWhole(join(this.folder, 'summary.json'), `${JSON.stringify(summary, null, 2)}\n`, options)
    writeWhole(join(this.folder, 'summary.md'), summaryMarkdown(summary), options)
  }

  close(): void {
    for (const file of [this.#events, this.#coordinator, ...this.#items.values()]) closeSync(file)
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
