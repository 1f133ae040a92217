import { runsHere } from '../../app/past/runs-here.ts'
import {
  NO_RUNS,
  type PastRun,
  type Present,
  runsOf,
  summaryIn,
} from '../../reporters/past/past-run.ts'
import { type RunEntry, type RunList, runEntry, runsText } from '../../reporters/past/run-list.ts'

const MOST_LISTED = 20

/** What `agentos runs` prints. */
export function listRuns(options: {
  readonly all: boolean
  readonly json: boolean
  readonly workingDirectory: string
}): string {
  const here = runsHere(options.workingDirectory)
  const runs = [...runsOf(here.logs)]
  const listed = runs.slice(0, options.all ? runs.length : MOST_LISTED)
  const entries = listed.map((run) => entryOf(run, here))
  const list: RunList = {
    schema: 'agentos.runs/1',
    runs: entries.filter((entry) => entry !== undefined),
    more: runs.length - listed.length,
    unreadable: listed.filter((_, at) => entries[at] === undefined).map(({ folder }) => folder),
  }
  if (options.json) return `${JSON.stringify(list, undefined, 2)}\n`
  return runs.length === 0 ? `${NO_RUNS}\n` : runsText(list)
}

/** Nothing if its events cannot be read: the others are listed all the same. */
function entryOf(run: PastRun, present: Present): RunEntry | undefined {
  try {
    return runEntry(summaryIn(run, present), run.folder)
  } catch {
    return undefined // damaged, or not ours to read: the list says which ones
  }
}
