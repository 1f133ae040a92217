/** Stops runs from outside, by the signal that Ctrl+C sends, and waits until they are gone. */
import { setTimeout as sleep } from 'node:timers/promises'
import { aliveBy } from '../fleet/alive-runs.ts'
import { isAlive, killMarked, signalProcess } from '../fleet/processes.ts'
import { type RunOwner, runsIn } from '../fleet/spool-folder.ts'
import { quote } from '../model/ids.ts'
import { EXIT } from '../model/outcome.ts'
import { UsageError } from '../model/usage-error.ts'
import { markOfRun } from '../protocol/process-mark.ts'
import { formatDuration } from '../reporters/words/format-duration.ts'
import type { IsAlive } from '../store/ledger.ts'
import { repositoryAt } from './repository-store.ts'

/** Twice what a run may take to stop. */
const GONE_WITHIN_MS = 10_000
const POLL_MS = 50
const NO_RUN = 'No run is active in this repository.'

export async function stopRuns(options: {
  readonly run: string | undefined
  readonly all: boolean
  readonly workingDirectory: string
  /** Takes a sentence for each run, as soon as its end is known. */
  readonly say: (text: string) => void
}): Promise<number> {
  const { say } = options
  if (options.run !== undefined && options.all) {
    throw new UsageError('stop-ambiguous', 'Name a run or say --all, not both.')
  }
  const { state, shared } = repositoryAt(options.workingDirectory)
  const isRunAlive = aliveBy(shared.runs)
  const all = runsIn(state.spool, isRunAlive)
  const named = all.filter(({ owner: { run } }) => run === (options.run ?? run))
  const owners = named.filter((run) => run.isAlive).map(({ owner }) => owner)
  for (const { owner, isAlive } of named) if (!isAlive) say(endLeftovers(owner))
  if (named.length === 0 && options.run !== undefined) {
    throw new UsageError('run-unknown', `There is no run ${quote(options.run)} here.`, {
      hint: listOf(all.map(({ owner }) => owner)),
    })
  }
  if (owners.length === 0 && options.run === undefined) say(NO_RUN)
  if (owners.length > 1 && !options.all) {
    throw new UsageError('stop-ambiguous', `${owners.length} runs are active.`, {
      hint: `${listOf(owners)}\n  Name one, or say --all.`,
    })
  }
  const stopped = await Promise.all(owners.map((owner) => stop(owner, { isRunAlive, say })))
  return stopped.every((isGone) => isGone) ? EXIT.done : EXIT.failed
}

async function stop(
  owner: RunOwner,
  { isRunAlive, say }: { readonly isRunAlive: IsAlive; readonly say: (text: string) => void },
): Promise<boolean> {
  const { run, pid, command } = owner
  const startedAt = performance.now()
  if (!signalProcess(owner, 'SIGINT') && isRunAlive(owner)) {
    say(
      `Run ${run} (process ${pid}) cannot be signalled from here: it runs in another PID namespace, such as a container. Run agentos stop ${run} there.`,
    )
    return false
  }
  signalProcess(owner, 'SIGCONT') // it may have been put to sleep
  while (isAlive(owner)) {
    if (performance.now() - startedAt > GONE_WITHIN_MS) {
      say(
        `Run ${run} (process ${pid}) is still running after ${formatDuration(GONE_WITHIN_MS)}. Run agentos stop ${run} again to kill it.`,
      )
      return false
    }
    await sleep(POLL_MS)
  }
  const took = formatDuration(performance.now() - startedAt)
  say(`Run ${run} (process ${pid}) stopped after ${took}. Resume with:  ${command}`)
  return true
}

/** A killed run may have left processes that escaped their worker's group. */
function endLeftovers({ run, pid, command }: RunOwner): string {
  const killed = killMarked(markOfRun(run))
  const left = killed === 0 ? '' : ` ${killed} of its processes were still running and were killed.`
  return `Run ${run} is not running: its process ${pid} was killed.${left} Finished steps are saved. Resume with:  ${command}`
}

function listOf(owners: readonly RunOwner[]): string {
  if (owners.length === 0) return NO_RUN
  return owners.map(({ run, pid, command }) => `${run} (process ${pid}): ${command}`).join('\n  ')
}
