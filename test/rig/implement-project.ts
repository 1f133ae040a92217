/** A repository whose issues have approved designs, and a mock provider to build them with. */
import { execFileSync } from 'node:child_process'
import type { AnswerFunction } from '../../src/mock-provider/answer.ts'
import { workflowAnswers } from '../../src/mock-provider/answers/answers.ts'
import { startMockProvider } from '../../src/mock-provider/start-mock-provider.ts'
import { type LldProject, withProvider } from './lld-project.ts'
import { prepare } from './prepared-folder.ts'
import { Project } from './project.ts'
import { createTodoRepository } from './todo-repository.ts'
import { withoutTimes } from './without-times.ts'

export interface ImplementProject extends LldProject {
  /** What git says about a branch, or anything else, in the repository. */
  readonly ask: (...args: string[]) => string
}

/** With designs for these issues, or for all of them. The answers are those of the building. */
export async function implementProject(
  options: {
    readonly answer?: AnswerFunction
    readonly issues?: Readonly<Record<string, string>>
    readonly designs?: readonly string[]
    /** Further files that are there when the designs are made, by path. */
    readonly files?: Readonly<Record<string, string>>
    /** The same for what is no text. Designs are made anew for it, and for nothing else only once. */
    readonly before?: (project: Project) => void
    /** What is committed when the designs are there. */
    readonly after?: (project: Project) => void
    /** Other answers than the usual ones while the designs are made. */
    readonly designing?: AnswerFunction
  } = {},
): Promise<ImplementProject> {
  const { designs = ['--all'], issues = {}, files = {}, before, after } = options
  const { designing = workflowAnswers } = options
  const project = new Project()
  const make = async () => {
    createTodoRepository(project.root)
    for (const [name, text] of Object.entries(issues)) project.write(`issues/${name}`, text)
    for (const [path, text] of Object.entries(files)) project.write(path, text)
    before?.(project)
    const isMore = Object.keys({ ...issues, ...files }).length > 0 || before !== undefined
    if (isMore) project.commit('.')
    await design(project, designs, designing)
  }
  const isUsual = before === undefined && options.designing === undefined
  if (isUsual) await prepare(project.root, { designs, issues, files }, make)
  else await make()
  after?.(project)
  if (after !== undefined) project.commit('.', ':!docs')
  const { provider, args } = await withProvider(project, 'implement', options)
  return {
    project,
    provider,
    args,
    ask: (...words) => askGit(project, words),
  }
}

/** The same with `lld` as its command, for what happens to designs that are there. */
export async function designedProject(): Promise<LldProject> {
  const { project } = await implementProject({ designs: ['2'] })
  return withProvider(project, 'lld', {})
}

function askGit({ root }: Project, words: readonly string[]): string {
  return execFileSync('git', words, { cwd: root, encoding: 'utf8', stdio: 'pipe' }).trim()
}

async function design(project: Project, names: readonly string[], answer: AnswerFunction) {
  const designer = await startMockProvider({ answer })
  const lld = ['lld', ...names, '--parallel=3', '--mock-url', designer.url, '-q']
  const made = await project.agentos(lld)
  await designer.close()
  if (made.code !== 0) throw new Error(`No designs: ${made.stdout}${made.stderr}`)
}

/** The last document of a kind in an item's lineage, such as `verdict` or `test-report`. */
export function lastKept(
  project: Project,
  item: string,
  kind: string,
  lineage = 'docs/lineage',
): string {
  const folder = `${lineage}/${item}-implement`
  const name = project.list(folder).findLast((file) => file.endsWith(`-${kind}.md`))
  return project.read(`${folder}/${name}`)
}

/** What is on the branches, by path, without times: the same work gives the same. */
export function branchFiles(project: Project): Record<string, string> {
  const ask = (...words: string[]) => askGit(project, words)
  const branches = ask('for-each-ref', '--format=%(refname:short)', 'refs/heads/agentos')
  return Object.fromEntries(
    branches
      .split('\n')
      .filter((branch) => branch !== '')
      .flatMap((branch) =>
        ask('ls-tree', '-r', '--name-only', branch)
          .split('\n')
          .map((path) => [`${branch}:${path}`, withoutTimes(ask('show', `${branch}:${path}`))]),
      ),
  )
}
