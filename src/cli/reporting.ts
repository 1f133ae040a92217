/** Wires one run's reporters to its events and its items' output. */
import { relative } from 'node:path'
import type { Output } from '../coordinator/output.ts'
import type { Event } from '../model/event.ts'
import type { ItemId } from '../model/ids.ts'
import type { Item } from '../model/item.ts'
import { redactDeep, type Secret } from '../model/secret.ts'
import { type Line, Narrator } from '../reporters/narrator.ts'
import type { RunLogs } from '../reporters/run-logs.ts'
import { RunView } from '../reporters/run-view.ts'
import { type Summary, summaryLines, summaryOf } from '../reporters/summary.ts'
import { openScreens } from './open-screens.ts'
import type { WorkFlags } from './work-flags.ts'

const COORDINATOR = 'COORDINATOR'

export interface Reporting {
  readonly listener: (event: Event) => void
  readonly output: Output
  /** Says something outside of events. */
  readonly say: (text: string) => void
  /** About the command itself: on stderr, unless that would be printed into the footer. */
  readonly warn: (text: string) => void
  /** Leaves the terminal to others while this lasts. */
  readonly sleepWhile: (asleep: () => void) => void
  readonly close: () => void
}

export function createReporting(options: {
  readonly flags: WorkFlags
  readonly items: readonly Item[]
  readonly logs: RunLogs
  /** Keys that must not be shown, should a program print one. */
  readonly secrets: readonly Secret[]
  readonly workingDirectory: string
  readonly now: () => number
  /** What an item took in earlier runs; null if there were none. */
  readonly itemMs: number | null
}): Reporting {
  const { flags, logs } = options
  const labels = new Map<ItemId, string>(options.items.map(({ id, label }) => [id, label]))
  const view = new RunView()
  const shownFolder = relative(options.workingDirectory, logs.folder) || logs.folder
  const narrator = new Narrator(shownFolder)

  const screens = openScreens({ ...options, view })
  const { lines: screen, events, live } = screens

  function listener(event: Event): void {
    logs.event(event)
    events?.printRaw(`${JSON.stringify(event)}\n`)
    for (const line of narrator.tell(event)) {
      const label = line.item === undefined ? undefined : labels.get(line.item)
      logs.line(line, label, event.at)
      if (isShown(line)) screen.print(label ?? COORDINATOR, `${line.text}\n`)
    }
    if (event.type === 'run-stopping') screen.letGo()
    if (event.type === 'run-ended') screens.close()
    if (event.type === 'item-ended') logs.closeItem(labels.get(event.item) ?? event.item)
    view.add(event)
    live?.refresh()
    if (event.type === 'run-ended') finish(summaryOf(view))
  }

  function isShown({ level }: Line): boolean {
    if (level === 'trace') return flags.verbose
    return level === 'news' || !flags.quiet
  }

  function finish(complete: Summary): void {
    logs.summary(complete)
    for (const text of summaryLines(complete)) {
      logs.line({ text, level: 'news' }, undefined, complete.startedAt + complete.durationMs)
      say(text)
    }
  }

  function say(text: string): void {
    screen.print(COORDINATOR, `${text}\n`)
  }

  return {
    listener,
    say,
    warn(text) {
      if (live === undefined) process.stderr.write(`warning: ${text}\n`)
      else say(`Warning: ${text}`)
    },
    sleepWhile(asleep) {
      live?.suspend()
      asleep()
      live?.resume()
    },
    output: {
      write(item, printed) {
        const lines = redactDeep(printed, options.secrets)
        const label = labels.get(item) ?? item
        logs.output(label, lines)
        if (!flags.quiet) screen.print(label, lines)
      },
      async ready() {
        await Promise.all([screen.ready(), events?.ready()])
      },
    },
    close() {
      screens.close()
      logs.close()
    },
  }
}
