/** The runs of the repository that a command is started in, for commands that only look. */
import { aliveBy } from '../../fleet/alive-runs.ts'
import { runsIn } from '../../fleet/spool-folder.ts'
import type { Present } from '../../reporters/past/past-run.ts'
import { repositoryAt } from '../repository-store.ts'

export interface RunsHere extends Present {
  /** The folder with a folder for each run. */
  readonly logs: string
}

export function runsHere(workingDirectory: string): RunsHere {
  const { state, shared } = repositoryAt(workingDirectory)
  const living = runsIn(state.spool, aliveBy(shared.runs)).filter(({ isAlive }) => isAlive)
  return { logs: state.logs, alive: new Set(living.map(({ owner }) => owner.run)), now: Date.now() }
}
