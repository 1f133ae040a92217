/** `agentos logs`: a log to its end, or as long as it grows. */
import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { type FoundLog, findLog } from '../../app/past/find-log.ts'
import { runsHere } from '../../app/past/runs-here.ts'
import { parseDuration } from '../../config/measure.ts'
import { quote } from '../../model/ids.ts'
import { UsageError } from '../../model/usage-error.ts'
import { parseEvent } from '../../reporters/logs/event-file.ts'
import { GrowingLog } from '../../reporters/logs/growing-log.ts'
import {
  coordinatorSelection,
  ItemSelection,
  type Selection,
} from '../../reporters/logs/log-selection.ts'
import { StepMarks } from '../../reporters/logs/step-marks.ts'
import { eventFile } from '../../reporters/past/past-run.ts'

const POLL_MS = 200

export interface LogFlags {
  readonly follow: boolean
  readonly path: boolean
  readonly step?: string
  readonly since?: string
  readonly run?: string
}

/** The text as it comes. */
export async function* showLog(
  target: string | undefined,
  flags: LogFlags,
  workingDirectory: string,
): AsyncGenerator<string> {
  const here = runsHere(workingDirectory)
  const sinceAt = flags.since === undefined ? undefined : here.now - durationOf(flags.since)
  const found = findLog(here, { target, run: flags.run })
  if (flags.path) return yield `${found.path}\n`
  const isFollowed = flags.follow && here.alive.has(found.run.id)
  if (!isFollowed && !existsSync(found.path)) throw notStarted(found)
  const selection = selectionOf(found, { step: flags.step, sinceAt })
  const hasEnded = isFollowed ? endOf(found, workingDirectory) : undefined
  let isSilent = true
  for await (const text of selected(new GrowingLog(found.path), selection, hasEnded)) {
    if (text === '') continue
    isSilent = false
    yield text
  }
  selection.checkStep()
  if (isSilent && flags.since !== undefined)
    process.stderr.write(`Nothing was printed in the last ${flags.since}.\n`)
}

/** The part of a log, to its end or, if there is an end to wait for, until that has come. */
async function* selected(
  log: GrowingLog,
  selection: Selection,
  hasEnded: (() => boolean) | undefined,
): AsyncGenerator<string> {
  for (let isLast = hasEnded === undefined; ; ) {
    for (let text = log.read(); text !== ''; text = log.read()) yield selection.take(text)
    yield selection.finish(log.writtenAt())
    if (isLast) break
    // The last event is written before the last lines: those are there when it is looked once more.
    isLast = hasEnded?.() ?? true
    await sleep(POLL_MS)
  }
  yield selection.take(log.finish())
}

function durationOf(since: string): number {
  const duration = parseDuration(since)
  if (duration !== undefined) return duration
  throw new UsageError(
    'since-invalid',
    `Expected \`--since\` to be a time such as 90s, 5m or 2h, got ${quote(since)}.`,
  )
}

function notStarted({ item, run }: FoundLog): UsageError {
  if (item === undefined) return new UsageError('log-gone', `The log of run ${run.id} was removed.`)
  return new UsageError('log-none', `${item.label} has not started in run ${run.id}.`, {
    hint: `agentos logs ${item.label} -f waits for it.`,
  })
}

function selectionOf(
  { item, run }: FoundLog,
  { step: name, sinceAt }: { step: string | undefined; sinceAt: number | undefined },
): Selection {
  if (item !== undefined) {
    const marks = new StepMarks(eventFile(run.folder), item.id)
    return new ItemSelection({ step: name === undefined ? undefined : { name, marks }, sinceAt })
  }
  if (name === undefined) return coordinatorSelection(sinceAt)
  throw new UsageError('step-of-run', 'A step belongs to an item.', {
    hint: 'Name one: agentos logs <item> --step <step>',
  })
}

/** Whether the item, or the whole run, has ended since this was last asked; also by `kill -9`. */
function endOf({ item, run }: FoundLog, workingDirectory: string): () => boolean {
  const events = new GrowingLog(eventFile(run.folder))
  const isEnd = (line: string) => {
    if (!line.includes('-ended"')) return false
    const event = parseEvent(line)
    return event?.type === 'run-ended' || (event?.type === 'item-ended' && event.item === item?.id)
  }
  return () => {
    const isGone = !runsHere(workingDirectory).alive.has(run.id)
    for (let text = events.read(); text !== ''; text = events.read())
      if (text.split('\n').some(isEnd)) return true
    return isGone
  }
}
