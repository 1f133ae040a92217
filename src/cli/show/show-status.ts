import { runsHere } from '../../app/past/runs-here.ts'
import {
  findRun,
  findRunningFirst,
  NO_RUNS,
  readRun,
  runsOf,
} from '../../reporters/past/past-run.ts'
import { statusOf } from '../../reporters/past/status.ts'
import { statusText } from '../../reporters/words/status-words.ts'
import { terminalLook } from '../screen/terminal-look.ts'

/** Width of output that is not a terminal. */
const WIDTH = 200

/** What `agentos status` prints. */
export function showStatus(options: {
  readonly run: string | undefined
  readonly json: boolean
  readonly workingDirectory: string
}): string {
  const here = runsHere(options.workingDirectory)
  if (options.run === undefined && runsOf(here.logs).next().done === true)
    return options.json ? document({ schema: 'agentos.status/1', run: null }) : `${NO_RUNS}\n`
  const run =
    options.run === undefined ? findRunningFirst(here.logs, here) : findRun(here.logs, options.run)
  const { view, standing, damagedLines } = readRun(run, here)
  const status = statusOf(view, { standing, logs: run.folder, damagedLines })
  if (options.json) return document(status)
  const others = [...here.alive].filter((id) => id !== run.id)
  const also = others.map((id) => `\nAlso running:  agentos status ${id}\n`)
  const width = process.stdout.columns ?? WIDTH
  const look = terminalLook(process.stdout, { colour: true, environment: process.env })
  return [statusText(status, { now: here.now, width, look }), ...also].join('')
}

function document(value: object): string {
  return `${JSON.stringify(value, undefined, 2)}\n`
}
