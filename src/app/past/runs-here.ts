/** The runs of the repository that a command is started in, for commands that only look. */
import { aliveBy } from '../../fleet/alive-runs.ts'
import { runsIn } from '../../fleet/spool-folder.ts'
import type { Present } from '../../reporters/past/past-run.ts'
import { locateRepository } from '../../repository/locate.ts'
import { StateDirectory } from '../../store/state-directory.ts'

export interface RunsHere extends Present {
  /** The folder with a folder for each run. */
  readonly logs: string
}

export function runsHere(workingDirectory: string): RunsHere {
  const { root, mainRoot } = locateRepository(workingDirectory)
  const { logs, spool } = StateDirectory.of(root, process.env.AGENTOS_HOME)
  const { runs } = StateDirectory.of(mainRoot, process.env.AGENTOS_HOME)
  const living = runsIn(spool, aliveBy(runs)).filter(({ isAlive }) => isAlive)
  return { logs, alive: new Set(living.map(({ owner }) => owner.run)), now: Date.now() }
}
