import { hash } from 'node:crypto'
import { existsSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { inside } from '../files/inside.ts'
import { UsageError } from '../model/usage-error.ts'
import type { CheckpointOf } from './store.ts'

/** The state directories that a command uses; in a linked worktree they differ. */
export interface Places {
  /** The worktree's own. */
  readonly state: StateDirectory
  /** The main worktree's: what must be unique in the whole repository is there. */
  readonly shared: StateDirectory
}

/** A repository among others: its folder's name, and a hash of where that is. */
export function repositoryName(root: string): string {
  const real = realpathSync(root)
  return `${basename(real)}-${hash('sha256', real).slice(0, 8)}`
}

/** Where a repository's state is kept. Naming it creates nothing; `create` does. */
export class StateDirectory {
  readonly path: string
  /** The folder that it is in: the worktree, or `AGENTOS_HOME`. */
  readonly home: string

  constructor({ home, path }: Pick<StateDirectory, 'home' | 'path'>) {
    this.home = home
    this.path = path
  }

  /** `.agentos` in the worktree, or a folder for this repository under `AGENTOS_HOME`. */
  static of(root: string, home: string | undefined): StateDirectory {
    if (home === undefined || home === '')
      return new StateDirectory({ home: root, path: join(root, '.agentos') })
    return new StateDirectory({
      home: resolve(home),
      path: join(resolve(home), repositoryName(root)),
    })
  }

  get ledger(): string {
    return join(this.path, 'ledger.db')
  }

  get checkpoints(): string {
    return join(this.path, 'checkpoints')
  }

  checkpoint(work: CheckpointOf): string {
    return join(this.checkpoints, this.checkpointName(work))
  }

  /** A mock run has one of its own, so that it costs no real run what that has paid for. */
  checkpointName({ workflow, item, mock }: CheckpointOf): string {
    return `${workflow}_${item}${mock ? '.mock' : ''}.db`
  }

  get spool(): string {
    return join(this.path, 'spool')
  }

  /** A lock for each run that is going on; those of linked worktrees are in the main one's. */
  get runs(): string {
    return join(this.path, 'runs')
  }

  /** Held by whoever does what only one item may do at a time. */
  get mutex(): string {
    return join(this.path, 'mutex.db')
  }

  /** The index of the repository's code; made again if it is removed. */
  get context(): string {
    return join(this.path, 'context')
  }

  get logs(): string {
    return join(this.path, 'logs')
  }

  exists(): boolean {
    return existsSync(this.path)
  }

  /** Makes the folders, readable for the user only, unknown to git. Refuses links that lead away. */
  create(): void {
    this.use(() => {
      mkdirSync(this.home, { recursive: true })
      for (const folder of [this.path, this.checkpoints, this.spool, this.logs])
        mkdirSync(this.safe(folder), { recursive: true, mode: 0o700 })
      this.safe(this.ledger)
      const ignore = this.safe(join(this.path, '.gitignore'))
      // Appending makes it or leaves it: two runs may come here at the same moment.
      if (!existsSync(ignore)) writeFileSync(ignore, '*\n', { mode: 0o600, flag: 'a' })
    })
  }

  /** Makes the folders again if somebody has removed them. */
  restore(): void {
    if (!existsSync(this.checkpoints)) this.create()
  }

  /** Does something with the folders at the start of a run; what goes wrong is told as the user's. */
  use<T>(work: () => T): T {
    try {
      return work()
    } catch (error) {
      const detail = error instanceof Error ? error.message : String(error)
      throw new UsageError(
        'state-unusable',
        `The state directory ${this.path} cannot be used: ${detail}`,
        {
          hint: 'It must be a folder that can be written to; AGENTOS_HOME names another place for it.',
          cause: error,
        },
      )
    }
  }

  /** A path in here, made sure of: no link may lead it elsewhere. */
  safe(path: string): string {
    return inside(this.home, path)
  }
}
