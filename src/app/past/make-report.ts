import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { FOLDERS } from '../../model/folders.ts'
import { quote } from '../../model/ids.ts'
import { nearest } from '../../model/text/nearest.ts'
import { UsageError } from '../../model/usage-error.ts'
import { eventsIn } from '../../reporters/logs/event-file.ts'
import { junitXml } from '../../reporters/past/junit.ts'
import {
  eventFile,
  findRun,
  type PastRun,
  type RunReading,
  readRun,
} from '../../reporters/past/past-run.ts'
import { summaryOf } from '../../reporters/view/summary.ts'
import { summaryMarkdown } from '../../reporters/words/summary-words.ts'
import { damagedWords } from '../../reporters/words/words.ts'
import { locateRepository } from '../../repository/locate.ts'
import { traceOf } from '../../telemetry/perfetto/trace.ts'
import { otlpText, sendRun } from './otlp-report.ts'
import { runsHere } from './runs-here.ts'

/** How a run is written, by the name of the format. */
const WRITERS: Readonly<Record<string, (asked: Asked) => string | Promise<string>>> = {
  md: ({ view, standing }) => summaryMarkdown(summaryOf(view, standing)),
  json: ({ view, standing }) => `${JSON.stringify(summaryOf(view, standing), undefined, 2)}\n`,
  junit: ({ view, standing }) => junitXml(summaryOf(view, standing)),
  html: htmlOf,
  otlp: ({ run, standing }) => otlpText(run, standing),
  trace: ({ run, standing }) =>
    `${JSON.stringify(traceOf(eventsIn(eventFile(run.folder)), standing.until))}\n`,
}

/** What `agentos report` prints; nothing if it went to a file. */
export async function makeReport(options: {
  readonly run: string | undefined
  readonly format: string
  /** To the receiver of `OTEL_*`. */
  readonly send: boolean
  readonly output: string | undefined
  readonly workingDirectory: string
  /** Hears what a reader of the report should know, whatever its format. */
  readonly warn: (text: string) => void
}): Promise<string> {
  const { workingDirectory, output, send, format } = options
  const writer = Object.hasOwn(WRITERS, format) ? WRITERS[format] : undefined
  if (writer === undefined) throw unknownFormat(format)
  if (send && (format !== 'otlp' || output !== undefined))
    throw new UsageError('send-misused', '--send goes with --format otlp, and without --output.')
  const here = runsHere(workingDirectory)
  const run = findRun(here.logs, options.run)
  const reading = readRun(run, here)
  if (reading.damagedLines > 0) options.warn(damagedWords(reading.damagedLines))
  if (send) return sendRun(run, reading.standing)
  const path = output === undefined ? undefined : resolve(workingDirectory, output)
  const text = await writer({ run, ...reading, path, workingDirectory })
  if (path === undefined) return text
  write(path, text)
  return ''
}

interface Asked extends RunReading {
  readonly run: PastRun
  /** Where the page will lie decides what its links say. */
  readonly path: string | undefined
  readonly workingDirectory: string
}

function unknownFormat(text: string): UsageError {
  const formats = Object.keys(WRITERS)
  const near = nearest(text, formats)
  return new UsageError('format-unknown', `There is no report format ${quote(text)}.`, {
    hint: `${near === undefined ? '' : `Did you mean ${near}? `}There are ${formats.join(', ')}.`,
  })
}

/** A page that is printed has no links. */
async function htmlOf(asked: Asked): Promise<string> {
  const { run, view, standing, damagedLines, path, workingDirectory } = asked
  const { pageOf } = await import('../../reporters/page/page.ts')
  const { findChanges } = await import('./find-changes.ts')
  const { findRunFiles } = await import('./run-files.ts')
  const summary = summaryOf(view, standing)
  const from = path === undefined ? undefined : dirname(path)
  const { root } = locateRepository(workingDirectory)
  const folders = { lineage: view.started?.lineage ?? FOLDERS.lineage }
  const files = findRunFiles({ run, summary, from, root, folders })
  const changes = await findChanges(summary, root)
  const parallel = view.started?.limits.parallel ?? 1
  const told = { summary, damagedLines, files, changes, parallel }
  return pageOf(eventsIn(eventFile(run.folder)), told)
}

function write(path: string, text: string): void {
  try {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error)
    throw new UsageError('output-unwritable', `The report cannot be written: ${detail}`, {
      cause: error,
    })
  }
}
