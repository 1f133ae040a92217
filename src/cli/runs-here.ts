/** The runs of the repository that a command is started in, for commands that only look. */
import { runsIn } from '../coordinator/spool-folder.ts'
import type { Present } from '../reporters/past-run.ts'
import { locateRepository } from '../repository/locate.ts'
import { StateDirectory } from '../store/state-directory.ts'

export interface RunsHere extends Present {
  /** The folder with a folder for each run. */
  readonly logs: string
}

export function runsHere(workingDirectory: string): RunsHere {
  const { root } = locateRepository(workingDirectory)
  const { logs, spool } = StateDirectory.of(root, process.env.AGENTOS_HOME)
  const living = runsIn(spool).filter(({ isAlive }) => isAlive)
  return { logs, alive: new Set(living.map(({ owner }) => owner.run)), now: Date.now() }
}
