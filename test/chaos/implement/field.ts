/**
 * Where a chaos run of `implement` takes place: a repository with approved designs, a user who has something staged
 * and commits meanwhile, a mock provider, and nothing outside one folder.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { workflowAnswers } from '../../../src/mock-provider/answers/answers.ts'
import {
  type MockProvider,
  startMockProvider,
} from '../../../src/mock-provider/start-mock-provider.ts'
import { worktreesFolder } from '../../../src/store/worktrees-folder.ts'
import { GitToKill } from '../../rig/git-to-kill.ts'
import { marks, processesIn, processesMarked } from '../../rig/processes.ts'
import { createTodoRepository } from '../../rig/todo-repository.ts'

/** Branches of items begin here, whatever the user commits meanwhile. */
export const BASE = 'start'
export const STAGED = 'staged.txt'
const USER = ['-c', 'user.name=User', '-c', 'user.email=user@example.com']

export class Field {
  readonly root: string
  readonly repository: string
  readonly git: GitToKill
  readonly provider: MockProvider
  readonly #userCommits: string[] = []

  private constructor(root: string, provider: MockProvider) {
    this.root = root
    this.repository = join(root, 'repository')
    this.git = new GitToKill(root)
    this.provider = provider
    for (const name of ['home', 'tmp']) mkdirSync(join(root, name))
  }

  /** With so many issues, none of which has a design yet. */
  static async withIssues(count: number): Promise<Field> {
    const field = await Field.#empty()
    createTodoRepository(field.repository)
    const issues = join(field.repository, 'issues')
    rmSync(issues, { recursive: true })
    mkdirSync(issues)
    for (let number = 1; number <= count; number++) {
      const text = `# Feature ${number}\n\n- [ ] It prints ${number}\n- [ ] Without an argument it says so\n`
      writeFileSync(join(issues, `${number}-feature-${number}.md`), text)
    }
    const config = `export default { implement: { base: '${BASE}' } }\n`
    writeFileSync(join(field.repository, 'agentos.config.mjs'), config)
    return field
  }

  /** All is committed but what the user has staged, and this is where branches begin. */
  settle(): void {
    rmSync(join(this.repository, '.agentos'), { recursive: true, force: true })
    this.ask('add', '.')
    this.ask(...USER, 'commit', '--quiet', '-m', 'Designs')
    this.ask('branch', BASE)
    writeFileSync(join(this.repository, STAGED), 'The user is about to commit this.\n')
    this.ask('add', STAGED)
  }

  /** Another one that begins with the same files and commits. */
  async copy(): Promise<Field> {
    const field = await Field.#empty()
    cpSync(this.repository, field.repository, { recursive: true, verbatimSymlinks: true })
    return field
  }

  static async #empty(): Promise<Field> {
    const root = realpathSync(mkdtempSync(join(tmpdir(), 'agentos-chaos-')))
    return new Field(root, await startMockProvider({ answer: workflowAnswers }))
  }

  get environment(): Record<string, string> {
    return {
      HOME: join(this.root, 'home'),
      TMPDIR: join(this.root, 'tmp'),
      AGENTOS_WORKTREES: join(this.root, 'state'),
      PATH: [this.git.folder, dirname(process.execPath), process.env.PATH].join(delimiter),
      ...marks(this.root),
    }
  }

  /** Of its items. */
  get worktrees(): string {
    const { environment } = this
    const configured = environment.AGENTOS_WORKTREES
    return join(worktreesFolder(this.repository, { configured, environment }), 'implement')
  }

  /** What the real git prints, for the user. */
  ask(...args: string[]): string {
    const options = { cwd: this.repository, encoding: 'utf8', stdio: 'pipe' } as const
    return execFileSync('git', args, options).trimEnd()
  }

  /** The user commits one file of their own; what they have staged stays so. */
  userCommits(): void {
    const name = `user-${this.#userCommits.length + 1}.txt`
    writeFileSync(join(this.repository, name), `${name}\n`)
    this.ask('add', name)
    this.ask(...USER, 'commit', '--quiet', '-m', name, '--', name)
    this.#userCommits.push(this.ask('rev-parse', 'HEAD'))
  }

  /** The commits that the user has made, oldest first. */
  get commitsOfUser(): readonly string[] {
    return this.#userCommits
  }

  /** Living processes of its runs, by what they carry in their environment, or by where they are: git carries less. */
  processes(): number[] {
    return [...new Set([...processesMarked(this.root), ...processesIn(this.root)])]
  }

  async close(): Promise<void> {
    await this.provider.close()
    for (const pid of this.processes()) process.kill(pid, 'SIGKILL')
    rmSync(this.root, { recursive: true, force: true, maxRetries: 5 })
  }
}
