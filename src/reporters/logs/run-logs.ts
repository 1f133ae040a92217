/**
 * A run's folder: a log per item, `coordinator.log`, `events.jsonl`, `summary.json`, `summary.md`.
 * Written without buffering, so that the files of a killed run are complete up to the kill.
 */
import { appendFileSync, closeSync, existsSync, mkdirSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { insideIfAny } from '../../files/inside.ts'
import { writeWhole } from '../../files/write-whole.ts'
import type { Event } from '../../model/event.ts'
import { cleanText } from '../screen/clean-text.ts'
import { type Summary, summaryJson } from '../view/summary.ts'
import type { Line } from '../words/line.ts'
import { summaryMarkdown } from '../words/summary-words.ts'
import { ItemLog, markOf, timed } from './item-log.ts'
import { folderName } from './run-folders.ts'

const PRIVATE = 0o600

export class RunLogs {
  readonly folder: string
  readonly #itemBytes: number
  readonly #onWriteError: (message: string) => void
  readonly #items = new Map<string, ItemLog>()
  #events: number
  #coordinator: number
  #hasReportedError = false

  /** Makes `<logs>/<time>`; a moment later if another run has taken that very millisecond. */
  constructor(options: {
    readonly logs: string
    readonly startedAt: number
    /** The most that an item's log may have. */
    readonly itemBytes: number
    readonly onWriteError: (message: string) => void
  }) {
    this.#itemBytes = options.itemBytes
    this.#onWriteError = options.onWriteError
    this.folder = makeFolder(options.logs, options.startedAt)
    this.#events = this.#openOwn('events.jsonl')
    this.#coordinator = this.#openOwn('coordinator.log')
  }

  event(event: Event): void {
    this.#try(() => appendFileSync(this.#events, `${JSON.stringify(event)}\n`))
  }

  /** A line of the coordinator: goes to its log, and to the item's log if it is about one. */
  line(line: Line, label: string | undefined, at: number): void {
    const whose = label === undefined ? '' : `[${label}] `
    this.#try(() => appendFileSync(this.#coordinator, timed(`${whose}${line.text}`, at)))
    if (label !== undefined) this.#try(() => this.#open(label).append(markOf(line.text, at)))
  }

  output(label: string, lines: string): void {
    const text = cleanText(lines, { colour: false, overwritten: 'kept' })
    this.#try(() => this.#open(label).append(text))
  }

  /** The item has ended: closes its log. */
  closeItem(label: string): void {
    this.#try(() => this.#items.get(label)?.close())
    this.#items.delete(label)
  }

  summary(summary: Summary): void {
    const options = { mode: PRIVATE }
    this.#try(() => {
      this.#restore()
      writeWhole(join(this.folder, 'summary.json'), summaryJson(summary), options)
      writeWhole(join(this.folder, 'summary.md'), summaryMarkdown(summary), options)
    })
  }

  close(): void {
    for (const label of [...this.#items.keys()]) this.closeItem(label)
    for (const file of [this.#events, this.#coordinator]) closeSync(file)
  }

  /** A log that cannot be written is reported once; the run continues. */
  #try(write: () => void): void {
    try {
      write()
    } catch (error) {
      if (this.#hasReportedError) return
      this.#hasReportedError = true
      this.#onWriteError(error instanceof Error ? error.message : String(error))
    }
  }

  #open(label: string): ItemLog {
    const open = this.#items.get(label)
    if (open !== undefined) return open
    this.#restore()
    const log = new ItemLog(join(this.folder, `${label}.log`), this.#itemBytes)
    this.#items.set(label, log)
    return log
  }

  /** Recreates the folder if it was removed during the run. */
  #restore(): void {
    if (existsSync(this.folder)) return
    mkdirSync(this.folder, { recursive: true, mode: 0o700 })
    for (const file of [this.#events, this.#coordinator]) closeSync(file)
    this.#events = this.#openOwn('events.jsonl')
    this.#coordinator = this.#openOwn('coordinator.log')
  }

  #openOwn(name: string): number {
    return openSync(join(this.folder, name), 'a', PRIVATE)
  }
}

function makeFolder(logs: string, startedAt: number): string {
  for (let at = startedAt; ; at++) {
    const folder = join(logs, folderName(at))
    try {
      mkdirSync(folder, { mode: 0o700 })
      return folder
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    }
  }
}

/** Appends unread output of a killed run to the item's log, if that still exists. */
export function recoverOutput(
  logs: string,
  { log, lines }: { readonly log: string; readonly lines: string },
): void {
  const path = insideIfAny(logs, log)
  if (path === undefined || !existsSync(path)) return
  appendFileSync(path, cleanText(lines, { colour: false, overwritten: 'kept' }))
}
