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
import { Screen } from '../reporters/screen.ts'
import { type Summary, summaryOf } from '../reporters/summary.ts'
import { summaryLines } from '../reporters/summary-words.ts'
import { useColour } from './colour.ts'
import type { WorkFlags } from './work-flags.ts'

const COORDINATOR = 'COORDINATOR'

export interface Reporting {
  readonly listener: (event: Event) => void
  readonly output: Output
  /** Says something outside of events, such as a warning. */
  readonly say: (text: string) => void
  readonly close: () => void
}

export function createReporting(options: {
  readonly flags: WorkFlags
  readonly items: readonly Item[]
  readonly logs: RunLogs
  /** Keys that must not be shown, should a program print one. */
  readonly secrets: readonly Secret[]
  readonly workingDirectory: string
}): Reporting {
  const { flags, logs } = options
  const labels = new Map<ItemId, string>(options.items.map(({ id, label }) => [id, label]))
  const view = new RunView()
  const shownFolder = relative(options.workingDirectory, logs.folder) || logs.folder
  const narrator = new Narrator(shownFolder)

  // With --json, stdout belongs to the events and people read stderr.
  const events = flags.json ? openScreen(process.stdout, flags) : undefined
  const screen = openScreen(flags.json ? process.stderr : process.stdout, flags)

  function listener(event: Event): void {
    logs.event(event)
    events?.printRaw(`${JSON.stringify(event)}\n`)
    for (const line of narrator.tell(event)) {
      const label = line.item === undefined ? undefined : labels.get(line.item)
      logs.line(line, label, event.at)
      if (isShown(line)) screen.print(label ?? COORDINATOR, `${line.text}\n`)
    }
    if (event.type === 'run-stopping') screen.letGo()
    if (event.type === 'item-ended') logs.closeItem(labels.get(event.item) ?? event.item)
    view.add(event)
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
    close: () => logs.close(),
  }
}

function openScreen(stream: NodeJS.WriteStream, flags: WorkFlags): Screen {
  return new Screen(stream, {
    colour: useColour(stream, flags.colour),
    onClosed: () => {
      if (stream === process.stderr) return
      process.stderr.write(
        'The reader of the output has gone away; the run goes on, see its logs.\n',
      )
    },
  })
}
