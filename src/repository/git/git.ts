/**
 * Git as a program that is told where its repository is: it never looks for one further up, and nothing
 * that it inherits leads it elsewhere. Its words are read, so it speaks plainly and asks nobody.
 */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { environmentOfGit } from './git-environment.ts'
import { lockWait } from './lock-wait.ts'

const MOST_BYTES = 256 * 1024 * 1024
const TOO_MUCH = 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER'
const LOCK_POLL_MS = 100
/** What git says when a git that it had started was killed. */
const KILLED_INSIDE = /\S+ died of signal \d+/

/** What we commit by ourselves: signed by nobody, and git leaves nothing running behind. */
export const UNSIGNED = ['commit.gpgsign=false', 'gc.auto=0', 'maintenance.auto=0'].flatMap(
  (setting) => ['-c', setting],
)
/** No hook of the user's runs either. */
const QUIET = [...UNSIGNED, '-c', 'core.hooksPath=/dev/null']
const IDENTITY = ['-c', 'user.name=AgentOS', '-c', 'user.email=agentos@localhost']

class GitFailed extends Error {
  override readonly name = 'GitFailed'
}

/** Git could not finish for a cause outside the repository: another try may succeed. */
export class GitInterrupted extends Error {
  override readonly name = 'GitInterrupted'
}

interface GitResult {
  readonly exitCode: number
  readonly stdout: string
  readonly stderr: string
  /** It would have printed more than was wanted. */
  readonly isCut: boolean
}

interface How {
  readonly env?: Readonly<Record<string, string>>
  readonly mostBytes?: number
  /** With the user's hooks where they are. */
  readonly hooks?: boolean
  /** For its standard input; what it prints is then taken as bytes, a character each. */
  readonly input?: string
}

export interface GitOptions {
  /** The administrative folder of the linked worktree in `folder`. Without it, `folder` has a `.git`. */
  readonly gitFolder?: string
  /** Whether a lock file can only be a dead process's of ours; none is unless this says so. */
  readonly isOwnLock?: (path: string) => boolean
  readonly pause?: (ms: number) => Promise<void>
}

export class Git {
  readonly folder: string
  readonly #options: GitOptions
  #identity: readonly string[] | undefined

  constructor(folder: string, options: GitOptions = {}) {
    this.folder = folder
    this.#options = options
  }

  /** What git prints, without the last newline. Throws with git's own words if it fails. */
  async read(...args: string[]): Promise<string> {
    return this.#read(args)
  }

  /** The same, with an index of its own, so that nothing of the user's is touched. */
  async readWithIndex(index: string, ...args: string[]): Promise<string> {
    return this.#read(args, { env: { GIT_INDEX_FILE: index } })
  }

  /** Like `read`, but a failure is an answer. */
  async try(...args: string[]): Promise<GitResult> {
    return this.#run(args)
  }

  /** Like `try`, but git is ended when it has printed so much; that is an answer, too. */
  async tryBeginning(mostBytes: number, ...args: string[]): Promise<GitResult> {
    return this.#run(args, { mostBytes })
  }

  /** The bytes that git prints for an input. Throws if it fails. */
  async readBytes(input: string, ...args: string[]): Promise<Buffer> {
    const result = await this.#run(args, { input })
    if (result.exitCode === 0) return Buffer.from(result.stdout, 'latin1')
    throw new GitFailed(`git ${args.join(' ')} failed: ${result.stderr.trim()}`)
  }

  /** Where git looks for a hook of the user's, whether it is there or not. */
  async hookPath(name: string): Promise<string> {
    const args = ['rev-parse', '--path-format=absolute', '--git-path', `hooks/${name}`]
    return this.#read(args, { hooks: true })
  }

  /** Options for a commit: an identity if the user has none. */
  async identity(): Promise<readonly string[]> {
    if (this.#identity !== undefined) return this.#identity
    const { exitCode, stdout } = await this.try('var', 'GIT_COMMITTER_IDENT')
    this.#identity = exitCode === 0 && !/@localhost>|\(none\)/.test(stdout) ? [] : IDENTITY
    return this.#identity
  }

  async #read(args: readonly string[], how?: How): Promise<string> {
    const { exitCode, stdout, stderr } = await this.#run(args, how)
    if (exitCode === 0) return stdout.replace(/\n$/, '')
    const lines = stderr.trim().split('\n')
    const why = lines.find((line) => /^(fatal|error): /.test(line)) ?? lines.at(-1)?.trim()
    throw new GitFailed(`git ${args.join(' ')} failed (exit code ${exitCode}): ${why}`)
  }

  async #run(args: readonly string[], how: How = {}): Promise<GitResult> {
    const { isOwnLock = () => false, pause = sleep } = this.#options
    const afterLock = lockWait(isOwnLock)
    for (;;) {
      const result = await this.#once(args, how)
      if (result.exitCode === 0) return result
      const [killed] = KILLED_INSIDE.exec(result.stderr) ?? []
      if (killed !== undefined) throw new GitInterrupted(`git ${args[0]} failed: ${killed}.`)
      const next = afterLock(result.stderr)
      if (next === 'not-locked') return result
      if (next !== 'try-again') throw new GitInterrupted(`git ${args[0]} failed: ${next.held}`)
      await pause(LOCK_POLL_MS)
    }
  }

  #once(
    args: readonly string[],
    { env, mostBytes, input, hooks = false }: How,
  ): Promise<GitResult> {
    const { folder } = this
    const { gitFolder } = this.#options
    return new Promise((resolve, reject) => {
      const maxBuffer = mostBytes ?? MOST_BYTES
      const environment = environmentOfGit(process.env, { folder, gitFolder })
      const encoding = input === undefined ? 'utf8' : 'latin1'
      const options = { cwd: folder, maxBuffer, encoding, env: { ...environment, ...env } } as const
      const child = execFile(
        'git',
        [...(hooks ? UNSIGNED : QUIET), ...args],
        options,
        (error, stdout, stderr) => {
          const isCut = mostBytes !== undefined && error?.code === TOO_MUCH
          const exitCode = error === null || isCut ? 0 : error.code
          if (typeof exitCode === 'number') resolve({ exitCode, stdout, stderr, isCut })
          else if (typeof error?.signal === 'string')
            reject(new GitInterrupted(`git ${args[0]} was killed (${error.signal}).`))
          else if (error?.code === 'ENOENT' && !existsSync(folder))
            reject(
              new GitFailed(`git ${args[0]} cannot run: there is no folder ${folder}.`, {
                cause: error,
              }),
            )
          else reject(error)
        },
      )
      if (input === undefined) return
      child.stdin?.on('error', () => {}) // it has ended without reading all: its exit code says why
      child.stdin?.end(input)
    })
  }
}
