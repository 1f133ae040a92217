/**
 * The steps to which the lines of an item's log belong. Between the output are marks: lines of the coordinator, each
 * printed for an event. The run's events are read to find that event.
 */
import type { Event } from '../../model/event.ts'
import { advance, newLife } from '../../scheduler/item-life.ts'
import { Narrator } from '../words/narrator.ts'
import { TIME_PATTERN } from '../words/time-words.ts'
import { parseEvent } from './event-file.ts'
import { GrowingLog } from './growing-log.ts'
import { markOf } from './item-log.ts'

/** Those that start or end steps, and those that their marks depend on. */
const RELEVANT: ReadonlySet<Event['type']> = new Set([
  ...(['item-queued', 'item-started', 'item-killed', 'worker-exited'] as const),
  ...(['step-started', 'step-saved', 'step-failed', 'step-reused'] as const),
])

export class StepMarks {
  readonly #item: string
  readonly #events: GrowingLog
  readonly #narrator = new Narrator('')
  readonly #life = newLife()
  readonly #names = new Set<string>()
  /** Events whose marks have not been read yet. */
  readonly #ahead: { readonly event: Event; readonly mark: string | undefined }[] = []

  constructor(eventFile: string, item: string) {
    this.#item = item
    this.#events = new GrowingLog(eventFile)
  }

  /** Every step so far. */
  names(): string[] {
    this.#readOn()
    return [...this.#names]
  }

  /** The steps that are open at the next line of the log, and the one that it is the mark of. */
  stepsAt(line: string): string[] {
    const marked = line.startsWith('» ') ? this.#passMark(line) : undefined
    const open = this.#life.steps.map(({ name }) => name)
    return marked !== undefined && 'step' in marked ? [...open, marked.step] : open
  }

  /** The event of this mark; it and all earlier ones are folded. */
  #passMark(line: string): Event | undefined {
    const wanted = instantly(line)
    const isMeant = ({ mark }: { readonly mark: string | undefined }) => mark === wanted
    if (!this.#ahead.some(isMeant)) this.#readOn()
    const passed = this.#ahead.splice(0, this.#ahead.findIndex(isMeant) + 1)
    for (const { event } of passed) advance(this.#life, event)
    return passed.at(-1)?.event
  }

  #readOn(): void {
    for (let text = this.#events.read(); text !== ''; text = this.#events.read())
      for (const line of text.split('\n'))
        if (line.includes(this.#item)) this.#add(parseEvent(line))
  }

  #add(event: Event | undefined): void {
    if (event === undefined || !RELEVANT.has(event.type)) return
    if (!('item' in event) || event.item !== this.#item) return
    if (event.type === 'step-started' || event.type === 'step-reused') this.#names.add(event.step)
    const [line] = this.#narrator.narrate(event)
    const mark = line === undefined ? undefined : markOf(line.text, event.at)
    this.#ahead.push({ event, mark: mark && instantly(mark.replace(/\n.+$/s, '\n')) })
  }
}

/** The mark with its time as a number: whoever wrote it may have been in another zone. */
function instantly(mark: string): string {
  return mark.replace(MARKED, (_, time: string) => `» ${Date.parse(time)}`)
}

const MARKED = new RegExp(`^» (${TIME_PATTERN})`)
