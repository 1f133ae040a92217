/**
 * A run's folder: a log per item, `coordinator.log`, `events.jsonl`, `summary.json`, `summary.md`.
 * Written as it happens, without buffering, so that a killed run leaves what it knew.
 */
import { appendFileSync, closeSync, existsSync, mkdirSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { insideIfAny } from '../../files/inside.ts'
import { writeWhole } from '../../files/write-whole.ts'
import type { Event } from '../../model/event.ts'
import { cleanText } from '../screen/clean-text.ts'
import { type Summary, summaryJson } from '../view/summary.ts'
import type { Line } from '../words/narrator.ts'
import { summaryMarkdown } from '../words/summary-words.ts'
import { ItemLog } from './item-log.ts'
import { folderName } from './run-folders.ts'

const PRIVATE = 0o600

export class RunLogs {
  readonly folder: string
  readonly #itemBytes: number
  readonly #onTrouble: (message: string) => void
  readonly #items = new Map<string, ItemLog>()
  #events: number
  #coordinator: number
  #hasToldTrouble = false

  /** Makes `<logs>/<time>`; a moment later if another run has taken that very millisecond. */
  constructor(options: {
    readonly logs: string
    readonly startedAt: number
    /** The most that an item's log may have. */
    readonly itemBytes: number
    readonly onTrouble: (message: string) => void
  }) {
    this.#itemBytes = options.itemBytes
    this.#onTrouble = options.onTrouble
    this.folder = makeFolder(options.logs, options.startedAt)
    this.#events = this.#openOwn('events.jsonl')
    this.#coordinator = this.#openOwn('coordinator.log')
  }

  event(event: Event): void {
    this.#try(() => appendFileSync(this.#events, `${JSON.stringify(event)}\n`))
  }

  /** What the coordinator says: all of it in its own log, an item's part also in the item's. */
  line(line: Line, label: string | undefined, at: number): void {
    const time = new Date(at).toISOString()
    const whose = label === undefined ? '' : `[${label}] `
    const text = cleanText(`${line.text}\n`, { colour: false, overwritten: 'kept' })
    this.#try(() => appendFileSync(this.#coordinator, `${time} ${whose}${text}`))
    if (label !== undefined) this.#try(() => this.#open(label).append(`» ${time} ${text}`))
  }

  output(label: string, lines: string): void {
    const text = cleanText(lines, { colour: false, overwritten: 'kept' })
    this.#try(() => this.#open(label).append(text))
  }

  /** No more of this item: its log need not stay open. */
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

  /** A log that cannot be written is no reason to lose work: it is said once, and the run goes on. */
  #try(write: () => void): void {
    try {
      write()
    } catch (error) {
      if (this.#hasToldTrouble) return
      this.#hasToldTrouble = true
      this.#onTrouble(error instanceof Error ? error.message : String(error))
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

  /** Somebody may have removed the folder: what comes from now on is kept again. */
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

/** Adds what a killed run had not yet read to the log where it belongs, if that still exists in the folder of logs. */
export function recoverOutput(
  logs: string,
  { log, lines }: { readonly log: string; readonly lines: string },
): void {
  const path = insideIfAny(logs, log)
  if (path === undefined || !existsSync(path)) return
  appendFileSync(path, cleanText(lines, { colour: false, overwritten: 'kept' }))
}
