/** A repository with issues, and a mock provider whose answers a test can change. */
import { expect } from 'vitest'
import type { Answer, AnswerFunction } from '../../src/mock-provider/answer.ts'
import { NO_LOOK } from '../../src/mock-provider/answers/answer-parts.ts'
import { workflowAnswers } from '../../src/mock-provider/answers/answers.ts'
import { markerOf } from '../../src/mock-provider/scenario/marker.ts'
import { type CutProvider, startCutProvider } from '../../src/mock-provider/scenario/power-cut.ts'
import { atEnd } from './at-end.ts'
import { Project } from './project.ts'
import { createTodoRepository } from './todo-repository.ts'

export interface LldProject {
  readonly project: Project
  readonly provider: CutProvider
  /** The command with the provider's address. */
  readonly args: (...more: string[]) => string[]
}

interface ProjectOptions {
  readonly answer?: AnswerFunction
}

export async function lldProject(options: ProjectOptions = {}): Promise<LldProject> {
  const project = new Project()
  createTodoRepository(project.root)
  return withProvider(project, 'lld', options)
}

/** A repository with briefs `ideas/idea_1.md`, `ideas/idea_2.md`, …, and `issue` as its command. */
export async function issueProject(
  options: ProjectOptions & { readonly briefs?: number } = {},
): Promise<LldProject> {
  const project = new Project()
  project.git('init', '--quiet')
  project.write('src/list.ts', 'export const list: string[] = []\n')
  for (let number = 1; number <= (options.briefs ?? 1); number++) writeBrief(project, number)
  project.commit('.')
  return withProvider(project, 'issue', options)
}

export function writeBrief(project: Project, number: number, more = ''): void {
  const text = `# Counting up to ${number}\n\nPeople count by hand.\n\n- It prints the numbers from 1 to ${number}\n- It prints nothing else\n${more}`
  project.write(`ideas/idea_${number}.md`, text)
}

/** The project with a mock provider, and a command that asks it. */
export async function withProvider(
  project: Project,
  workflow: string,
  { answer = workflowAnswers }: ProjectOptions,
): Promise<LldProject> {
  const provider = await startCutProvider({ answer, latencyMs: 0 })
  atEnd(() => provider.close())
  return { project, provider, args: (...more) => [workflow, ...more, '--mock-url', provider.url] }
}

/** Runs a command until it asks for this task, and kills it before there is an answer. */
export async function killedAsking(
  { project, provider }: LldProject,
  args: readonly string[],
  wanted: string,
): Promise<void> {
  const cut = provider.cut(({ task }) => task === wanted)
  const run = project.start(args)
  const early = run.finished.then(({ stdout }) => expect.fail(`never asked ${wanted}: ${stdout}`))
  await Promise.race([cut.unanswered(1), early])
  run.signal('SIGKILL')
  await run.finished
  await provider.restore()
}

/** The usual answers, but for one item's task something else. */
export function answering(item: string, task: string, answer: AnswerFunction): AnswerFunction {
  return (call, context) => {
    const marker = markerOf(call)
    const isMeant = marker?.item === item && marker.task === task
    return isMeant ? answer(call, context) : workflowAnswers(call, context)
  }
}

/** A finding that must be settled, but for what a test says of it. */
export function finding(words: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  const base = { id: 'f1', tier: 2, category: 'Quality', title: 'Too vague' }
  return { ...base, detail: 'Nothing is said.', recommendation: 'Say it.', ...words }
}

/** A reviewer's answer: an approval without a finding, but for what a test says of it. */
export function verdictAnswer(words: Readonly<Record<string, unknown>> = {}): Answer {
  const lists = { findings: [], earlier: [], openQuestions: [] }
  const base = { identity: 'r', verdict: 'APPROVED', summary: 'All is said.' }
  return { text: JSON.stringify({ ...base, ...lists, ...words }) }
}

/** A drafter's answer to what it wants to read: nothing, but for what a test says. */
export function lookAnswer(words: Readonly<Record<string, unknown>> = {}): Answer {
  return { text: JSON.stringify({ ...NO_LOOK, contradictions: [], ...words }) }
}

/** The findings that a reviewer is asked about, each with this disposition. */
export function earlierIn(question: string, disposition: string): Record<string, unknown>[] {
  return [...question.matchAll(/^- (\S+) \(tier/gm)].map(([, id]) => ({ id, disposition }))
}

/** The calls that were answered for these items, and how often, in no order. */
export function answeredFor({ provider }: LldProject, items: readonly string[]): string[] {
  const { calls } = provider.statistics()
  return calls
    .filter(({ item }) => items.includes(item))
    .map((call) => JSON.stringify(call))
    .sort()
}

/** Issues, designs and their lineage, without times, and without the numbers of issues. */
export function artifacts(project: Project): Record<string, string> {
  const below = (folder: string) => project.list(folder).map((name) => `${folder}/${name}`)
  const paths = [
    ...below('issues'),
    ...below('docs/lld'),
    ...below('docs/lineage').flatMap((folder) => below(folder)),
  ]
  const plain = (text: string) =>
    text.replace(/^approvedAt: .*$/m, 'approvedAt: …').replace(/^number: \d+$/m, 'number: …')
  return Object.fromEntries(
    paths
      .map((path) => [path.replace(/^issues\/\d+-/, 'issues/'), plain(project.read(path))] as const)
      .sort(([one], [other]) => one.localeCompare(other)),
  )
}
