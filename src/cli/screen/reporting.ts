/** Wires one run's reporters to its events and its items' output. */

import { appendFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { ReportedRun, Reporting } from '../../app/run/run-host.ts'
import { systemClock } from '../../coordinator/system-clock.ts'
import type { Event } from '../../model/event.ts'
import type { ItemId } from '../../model/ids.ts'
import { disarmedJson } from '../../reporters/screen/actions-commands.ts'
import { everyMinute } from '../../reporters/screen/every-minute.ts'
import { paintOutcomes } from '../../reporters/screen/outcome-colours.ts'
import { progressLine } from '../../reporters/screen/progress.ts'
import { RunView } from '../../reporters/view/run-view.ts'
import { type Summary, summaryOf } from '../../reporters/view/summary.ts'
import { CommandOutput } from '../../reporters/words/command-output.ts'
import type { Line } from '../../reporters/words/line.ts'
import { Narrator, type Phases } from '../../reporters/words/narrator.ts'
import { summaryLines, summaryMarkdown } from '../../reporters/words/summary-words.ts'
import type { WorkFlags } from '../work-flags.ts'
import { AGENTOS, isActions, openScreens } from './open-screens.ts'

export function createReporting(
  options: ReportedRun & { readonly flags: WorkFlags; readonly phases: Phases },
): Reporting {
  const { flags, logs, phases } = options
  const labels = new Map<ItemId, string>(options.items.map(({ id, label }) => [id, label]))
  const view = new RunView()
  const shownFolder = relative(options.workingDirectory, logs.folder) || logs.folder
  const narrator = new Narrator(shownFolder, { phases })
  const commands = new CommandOutput()

  const screens = openScreens(flags, view)
  const { lines: screen, plain, events, live, look } = screens
  /** Neither all of it nor only results. */
  const isBrief = !flags.verbose && !flags.quiet
  const over = new AbortController()
  if (live === undefined && !flags.quiet)
    void everyMinute(systemClock, over.signal, (now) => say(progressLine(view, now)))

  function listener(event: Event): void {
    logs.event(event)
    events?.printRaw(`${jsonOf(event)}\n`)
    const item = 'item' in event ? labels.get(event.item) : undefined
    const failed = commands.onEvent(event)
    if (isBrief && item !== undefined && failed !== '') screen.print(item, failed)
    for (const line of narrator.narrate(event)) {
      const label = line.item === undefined ? undefined : labels.get(line.item)
      logs.line(line, label, event.at)
      const text = line.isOutcome ? paintOutcomes(line.text, look) : line.text
      if (isShown(line)) screen.print(label ?? AGENTOS, `${text}\n`)
    }
    if (event.type === 'run-stopping') plain.stopWaiting()
    if (event.type === 'item-ended') logs.closeItem(item ?? event.item)
    view.add(event)
    screen.onEvent(event, item)
    live?.onEvent()
    if (event.type === 'run-ended') finish(summaryOf(view))
  }

  function isShown({ level }: Line): boolean {
    if (level === 'trace') return flags.verbose
    return level === 'news' || !flags.quiet
  }

  function finish(complete: Summary): void {
    over.abort()
    screens.close()
    logs.summary(complete)
    tellActions(complete, warn)
    for (const text of summaryLines(complete)) {
      logs.line({ text, level: 'news' }, undefined, complete.startedAt + complete.durationMs)
      say(paintOutcomes(text, look))
    }
  }

  function say(text: string): void {
    screen.print(AGENTOS, `${text}\n`)
  }

  function warn(text: string): void {
    if (live === undefined) process.stderr.write(`warning: ${text}\n`)
    else say(`Warning: ${text}`)
  }

  return {
    listener,
    say,
    warn,
    sleepWhile(asleep) {
      live?.suspend()
      asleep()
      live?.resume()
    },
    output: {
      write(item, lines) {
        const label = labels.get(item) ?? item
        logs.output(label, lines)
        const own = commands.take(item, lines)
        const shown = flags.verbose ? lines : own
        if (!flags.quiet && shown !== '') screen.print(label, shown)
      },
      async ready() {
        await Promise.all([plain.ready(), events?.ready()])
      },
    },
    close() {
      over.abort()
      screens.close()
      logs.close()
    },
  }
}

function jsonOf(event: Event): string {
  const json = JSON.stringify(event)
  return isActions(process.env) ? disarmedJson(json) : json
}

/** The page that GitHub shows for the job. */
function tellActions(summary: Summary, warn: (text: string) => void): void {
  const { GITHUB_STEP_SUMMARY: page = '' } = process.env
  if (!isActions(process.env) || page === '' || summary.items.length === 0) return
  try {
    appendFileSync(page, `${summaryMarkdown(summary)}\n`)
  } catch (error) {
    warn(`The summary for GitHub Actions could not be written: ${(error as Error).message}`)
  }
}
