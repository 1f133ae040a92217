import {
  appendFileSync,
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import type { LoadedWorkflow } from '../authoring/checked-workflow.ts'
import type { Repository } from '../authoring/repository.ts'
import { inside } from '../files/inside.ts'
import { ROLES } from '../model/calls/roles.ts'
import { FOLDERS } from '../model/folders.ts'
import type { WorkerSetup } from '../protocol/messages.ts'
import { Git } from '../repository/git/git.ts'
import { userRepository } from '../repository/user-repository.ts'
import { storeIn } from '../store/open-store.ts'
import { StateDirectory } from '../store/state-directory.ts'

const MINUTE_MS = 60_000

/** What a trial keeps on disk: a git repository, and beside it state, worktrees and output. */
export class TrialFolder implements Disposable {
  readonly repository: Repository
  /** A descriptor that commands print to. */
  readonly output: number
  readonly #path: string

  private constructor(path: string) {
    this.#path = path
    this.repository = userRepository(join(path, 'repository'))
    this.output = openSync(join(path, 'output'), 'a')
  }

  static async create(path: string, files: Readonly<Record<string, string>>): Promise<TrialFolder> {
    const root = join(path, 'repository')
    mkdirSync(root)
    for (const [name, text] of Object.entries(files)) {
      const file = inside(root, name)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, text)
    }
    const git = new Git(root)
    await git.read('init', '--quiet', '--initial-branch=main')
    await git.read('add', '--all')
    const identity = await git.identity()
    await git.read(...identity, 'commit', '--quiet', '--allow-empty', '--message=Files of the test')
    return new TrialFolder(path)
  }

  get conversation(): string {
    return join(this.#path, 'conversation.md')
  }

  get contextCache(): string {
    return join(this.#path, 'context')
  }

  setup(
    { name, source, roles }: LoadedWorkflow,
    about: Pick<WorkerSetup, 'settings' | 'gates'>,
  ): WorkerSetup {
    const state = new StateDirectory({ home: this.#path, path: join(this.#path, 'state') })
    const players = [...ROLES, ...roles].map((role) => [
      role,
      { model: `test:${role}`, maxOutputTokens: 8_000 },
    ])
    return {
      ...about,
      workflow: source,
      workflowName: name,
      repositoryRoot: this.repository.root,
      models: {
        roles: Object.fromEntries(players),
        providers: {},
        aliases: {},
        prices: {},
        callTimeoutMs: MINUTE_MS,
        streamIdleMs: MINUTE_MS,
        retries: 0,
        mock: false,
      },
      emitContent: false,
      prompts: {},
      store: storeIn({ state, shared: state }),
      command: 'agentos run',
      signing: {},
      folders: FOLDERS,
      github: { hasIssues: false, mayFile: false, mayOpenPulls: false },
      worktrees: join(this.#path, 'worktrees'),
      contextCache: this.contextCache,
    }
  }

  print(text: string): void {
    appendFileSync(this.output, text)
  }

  printed(): string {
    return readFileSync(join(this.#path, 'output'), 'utf8')
  }

  /** Texts of the repository's files, git's own left out. */
  files(): Record<string, string> {
    const { root } = this.repository
    const names = readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.split(sep)[0] !== '.git' && statSync(join(root, name)).isFile())
      .sort()
    return Object.fromEntries(
      names.map((name) => [
        relative(root, join(root, name)).split(sep).join('/'),
        readFileSync(join(root, name), 'utf8'),
      ]),
    )
  }

  [Symbol.dispose](): void {
    closeSync(this.output)
  }
}
