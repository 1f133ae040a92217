/** Git as a program, in one folder. Its words are read, so it speaks plainly and asks nobody. */
import { execFile } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'

const MOST_BYTES = 256 * 1024 * 1024
const TOO_MUCH = 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER'
/** Another git may hold a lock file for a moment, or remove the folder of worktrees when it is empty. */
const LOCKED =
  /could not create directory of|\.lock'?: File exists|Unable to create '.*\.lock'|cannot lock ref/
const LOCK_TRIES = 20
const LOCK_WAIT_MS = 100

/** What we commit by ourselves: signed by nobody, and git leaves nothing running behind. */
export const UNSIGNED = [
  '-c',
  'commit.gpgsign=false',
  '-c',
  'gc.auto=0',
  '-c',
  'maintenance.auto=0',
]
/** No hook of the user's runs either. */
const QUIET = [...UNSIGNED, '-c', 'core.hooksPath=/dev/null']
const IDENTITY = ['-c', 'user.name=AgentOS', '-c', 'user.email=agentos@localhost']

class GitFailed extends Error {
  override readonly name = 'GitFailed'
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
}

export class Git {
  readonly folder: string
  #identity: readonly string[] | undefined

  constructor(folder: string) {
    this.folder = folder
  }

  /** What git prints, without the last newline. Throws with git's own words if it fails. */
  async read(...args: string[]): Promise<string> {
    const { exitCode, stdout, stderr } = await this.try(...args)
    if (exitCode === 0) return stdout.replace(/\n$/, '')
    const [why = ''] = stderr.trim().split('\n').slice(-1)
    throw new GitFailed(`git ${args.join(' ')} failed (exit code ${exitCode}): ${why}`)
  }

  /** Like `read`, but a failure is an answer. */
  async try(...args: string[]): Promise<GitResult> {
    return this.#run([...QUIET, ...args])
  }

  /** Like `try`, but git is ended when it has printed so much; that is an answer, too. */
  async tryBeginning(mostBytes: number, ...args: string[]): Promise<GitResult> {
    return this.#run([...QUIET, ...args], { mostBytes })
  }

  /** With an index of its own, so that nothing of the user's is touched. */
  async readWithIndex(index: string, ...args: string[]): Promise<string> {
    const result = await this.#run([...QUIET, ...args], { env: { GIT_INDEX_FILE: index } })
    if (result.exitCode === 0) return result.stdout.replace(/\n$/, '')
    throw new GitFailed(`git ${args.join(' ')} failed: ${result.stderr.trim()}`)
  }

  /** Options for a commit: an identity if the user has none. */
  async identity(): Promise<readonly string[]> {
    if (this.#identity !== undefined) return this.#identity
    const { exitCode, stdout } = await this.try('var', 'GIT_COMMITTER_IDENT')
    this.#identity = exitCode === 0 && !/@localhost>|\(none\)/.test(stdout) ? [] : IDENTITY
    return this.#identity
  }

  async #run(args: readonly string[], how: How = {}): Promise<GitResult> {
    for (let tries = 1; ; tries++) {
      const result = await this.#once(args, how)
      if (result.exitCode === 0 || tries === LOCK_TRIES || !LOCKED.test(result.stderr))
        return result
      await sleep(LOCK_WAIT_MS)
    }
  }

  #once(args: readonly string[], { env, mostBytes }: How): Promise<GitResult> {
    return new Promise((resolve, reject) => {
      const maxBuffer = mostBytes ?? MOST_BYTES
      const options = { cwd: this.folder, maxBuffer, env: { ...environment(), ...env } }
      execFile('git', [...args], options, (error, stdout, stderr) => {
        const isCut = mostBytes !== undefined && error?.code === TOO_MUCH
        const exitCode = error === null || isCut ? 0 : error.code
        if (typeof exitCode === 'number') resolve({ exitCode, stdout, stderr, isCut })
        else reject(error)
      })
    })
  }
}

/** Without what a hook of git, if we run in one, would have told us about another place. */
function environment(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(
    ([name]) => !/^GIT_(DIR|WORK_TREE|INDEX_FILE|PREFIX|OBJECT_DIRECTORY|COMMON_DIR)$/.test(name),
  )
  return { ...Object.fromEntries(own), LC_ALL: 'C', GIT_TERMINAL_PROMPT: '0', GIT_EDITOR: 'true' }
}
