import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { quote } from '../model/ids.ts'
import { nearest } from '../model/nearest.ts'
import { UsageError } from '../model/usage-error.ts'
import { eventsIn } from '../reporters/event-file.ts'
import { junitXml } from '../reporters/junit.ts'
import { eventFile, findRun, type PastRun, type Present, readRun } from '../reporters/past-run.ts'
import { type Summary, summaryOf } from '../reporters/summary.ts'
import { summaryMarkdown } from '../reporters/summary-words.ts'
import { traceOf } from '../reporters/trace.ts'
import { otlpText, sendRun } from './otlp-report.ts'
import { runsHere } from './runs-here.ts'

type Format = (typeof FORMATS)[number]

const FORMATS = ['md', 'json', 'junit', 'trace', 'otlp'] as const

/** What `agentos report` prints; nothing if it went to a file. */
export async function makeReport(options: {
  readonly run: string | undefined
  readonly format: string
  /** To whoever `OTEL_*` names. */
  readonly send: boolean
  readonly output: string | undefined
  readonly workingDirectory: string
}): Promise<string> {
  const format = formatOf(options.format)
  const here = runsHere(options.workingDirectory)
  const run = findRun(here.logs, options.run)
  if (options.send) return sendReport(run, { ...options, format, present: here })
  const text = format === 'otlp' ? await otlpText(run, here) : reportOf(run, format, here)
  if (options.output === undefined) return text
  write(resolve(options.workingDirectory, options.output), text)
  return ''
}

async function sendReport(
  run: PastRun,
  asked: {
    readonly format: Format
    readonly output: string | undefined
    readonly present: Present
  },
): Promise<string> {
  if (asked.format !== 'otlp' || asked.output !== undefined)
    throw new UsageError('send-misused', '--send goes with --format otlp, and without --output.')
  return sendRun(run, asked.present)
}

function formatOf(text: string): Format {
  const format = FORMATS.find((name) => name === text)
  if (format !== undefined) return format
  const near = nearest(text, FORMATS)
  throw new UsageError('format-unknown', `There is no report format ${quote(text)}.`, {
    hint: `${near === undefined ? '' : `Did you mean ${near}? `}There are ${FORMATS.join(', ')}.`,
  })
}

function reportOf(run: PastRun, format: Exclude<Format, 'otlp'>, present: Present): string {
  const { view, standing } = readRun(run, present)
  if (format === 'trace')
    return `${JSON.stringify(traceOf(eventsIn(eventFile(run.folder)), standing.until))}\n`
  return written(summaryOf(view, standing), format)
}

function written(summary: Summary, format: Exclude<Format, 'trace' | 'otlp'>): string {
  if (format === 'md') return summaryMarkdown(summary)
  if (format === 'junit') return junitXml(summary)
  return `${JSON.stringify(summary, undefined, 2)}\n`
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
