import { writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { quote } from '../model/ids.ts'
import { nearest } from '../model/nearest.ts'
import { UsageError } from '../model/usage-error.ts'
import { eventsIn } from '../reporters/event-file.ts'
import { junitXml } from '../reporters/junit.ts'
import { eventFile, findRun, type PastRun, type Present, readRun } from '../reporters/past-run.ts'
import { type Summary, summaryOf } from '../reporters/summary.ts'
import { summaryMarkdown } from '../reporters/summary-words.ts'
import { traceOf } from '../reporters/trace.ts'
import { locateRepository } from '../repository/locate.ts'
import { runsHere } from './runs-here.ts'

type Format = (typeof FORMATS)[number]

const FORMATS = ['md', 'json', 'junit', 'trace', 'html'] as const

/** What `agentos report` prints; nothing if it went to a file. */
export async function makeReport(options: {
  readonly run: string | undefined
  readonly format: string
  readonly output: string | undefined
  readonly workingDirectory: string
}): Promise<string> {
  const { workingDirectory, output } = options
  const format = formatOf(options.format)
  const here = runsHere(workingDirectory)
  const run = findRun(here.logs, options.run)
  const path = output === undefined ? undefined : resolve(workingDirectory, output)
  const text =
    format === 'html'
      ? await htmlOf(run, { here, path, workingDirectory })
      : reportOf(run, format, here)
  if (path === undefined) return text
  write(path, text)
  return ''
}

function formatOf(text: string): Format {
  const format = FORMATS.find((name) => name === text)
  if (format !== undefined) return format
  const near = nearest(text, FORMATS)
  throw new UsageError('format-unknown', `There is no report format ${quote(text)}.`, {
    hint: `${near === undefined ? '' : `Did you mean ${near}? `}There are ${FORMATS.join(', ')}.`,
  })
}

function reportOf(run: PastRun, format: Exclude<Format, 'html'>, present: Present): string {
  const { view, standing } = readRun(run, present)
  if (format === 'trace')
    return `${JSON.stringify(traceOf(eventsIn(eventFile(run.folder)), standing.until))}\n`
  return written(summaryOf(view, standing), format)
}

function written(summary: Summary, format: Exclude<Format, 'trace' | 'html'>): string {
  if (format === 'md') return summaryMarkdown(summary)
  if (format === 'junit') return junitXml(summary)
  return `${JSON.stringify(summary, undefined, 2)}\n`
}

/** What its links lead to depends on where it will lie; a page that is printed has none. */
async function htmlOf(
  run: PastRun,
  options: {
    readonly here: Present
    readonly path: string | undefined
    readonly workingDirectory: string
  },
): Promise<string> {
  const { here, path } = options
  const { pageOf } = await import('../reporters/page/page.ts')
  const { findRunFiles } = await import('./run-files.ts')
  const { view, standing } = readRun(run, here)
  const summary = summaryOf(view, standing)
  const from = path === undefined ? undefined : dirname(path)
  const { root } = locateRepository(options.workingDirectory)
  const files = findRunFiles({ run, summary, from, root })
  const parallel = view.started?.limits.parallel ?? 1
  return pageOf(eventsIn(eventFile(run.folder)), { summary, files, parallel })
}

function write(path: string, text: string): void {
  try {
    writeFileSync(path, text)
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error)
    throw new UsageError('output-unwritable', `The report cannot be written: ${detail}`, {
      cause: error,
    })
  }
}
