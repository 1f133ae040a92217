/** The place of a chaos run: a repository, a state directory on a small disk, a mock provider. */
import { execFileSync, spawnSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { workflowAnswers } from '../../src/mock-provider/answers/answers.ts'
import {
  type MockProvider,
  startMockProvider,
} from '../../src/mock-provider/start-mock-provider.ts'
import { ownPort } from '../rig/own-port.ts'
import { marks, processesMarked } from '../rig/processes.ts'
import { createTodoRepository } from '../rig/todo-repository.ts'

const DISK_MB = 256
const LATENCY_MS = 30

export class Arena {
  readonly root: string
  readonly repository: string
  readonly state: string
  /** Whether the state directory is on a disk of its own, which can be filled. */
  readonly hasDisk: boolean
  #provider: MockProvider | undefined
  #port = 0

  constructor(designs: number) {
    this.root = realpathSync(mkdtempSync(join(tmpdir(), 'agentos-chaos-')))
    this.repository = join(this.root, 'repository')
    this.state = join(this.root, 'state')
    for (const name of ['repository', 'state', 'home', 'tmp']) mkdirSync(join(this.root, name))
    createTodoRepository(this.repository)
    writeIssues(join(this.repository, 'issues'), designs)
    cpSync(fileURLToPath(new URL('small.mts', import.meta.url)), join(this.repository, 'small.mts'))
    const mount = ['-t', 'tmpfs', '-o', `size=${DISK_MB}m`, 'agentos-chaos', this.state]
    this.hasDisk = spawnSync('mount', mount).status === 0
  }

  get environment(): Record<string, string> {
    return {
      HOME: join(this.root, 'home'),
      TMPDIR: join(this.root, 'tmp'),
      AGENTOS_HOME: this.state,
      ...marks(this.root),
    }
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`
  }

  /** Always at the same port. */
  async startProvider(): Promise<void> {
    this.#port ||= await ownPort()
    this.#provider = await startMockProvider({
      answer: workflowAnswers,
      latencyMs: LATENCY_MS,
      port: this.#port,
    })
  }

  async stopProvider(): Promise<void> {
    await this.#provider?.close()
    this.#provider = undefined
  }

  fillDisk(): void {
    // `dd` writes until nothing more fits.
    spawnSync('dd', ['if=/dev/zero', `of=${join(this.state, 'filler')}`, 'bs=1M'])
  }

  freeDisk(): void {
    rmSync(join(this.state, 'filler'), { force: true })
  }

  /** Living processes of this run, by what they carry in their environment. */
  processes(): number[] {
    return processesMarked(this.root)
  }

  async close(): Promise<void> {
    await this.stopProvider()
    for (const pid of this.processes()) process.kill(pid, 'SIGKILL')
    if (this.hasDisk) execFileSync('umount', ['--lazy', this.state])
    rmSync(this.root, { recursive: true, force: true })
  }
}

function writeIssues(folder: string, count: number): void {
  for (const name of readdirSync(folder)) rmSync(join(folder, name))
  for (let number = 1; number <= count; number++) {
    const text = `# Feature ${number}\n\n- [ ] It prints ${number}\n- [ ] Without an argument it says so\n`
    writeFileSync(join(folder, `${number}-feature.md`), text)
  }
}
