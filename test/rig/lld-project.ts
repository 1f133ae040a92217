/** A repository with issues, and an offline provider whose answers a test can change. */
import { onTestFinished } from 'vitest'
import { createDemoRepository } from '../../src/cli/demo-repository.ts'
import type { Answer, AnswerFunction } from '../../src/mock-provider/answer.ts'
import { workflowAnswers } from '../../src/mock-provider/answers/answers.ts'
import { markerOf } from '../../src/mock-provider/marker.ts'
import { type CutProvider, startCutProvider } from '../../src/mock-provider/power-cut.ts'
import { Project } from './project.ts'

export interface LldProject {
  readonly project: Project
  readonly provider: CutProvider
  /** `lld` with the provider's address. */
  readonly args: (...more: string[]) => string[]
}

export async function lldProject(
  options: { answer?: AnswerFunction; latencyMs?: number } = {},
): Promise<LldProject> {
  const project = new Project()
  createDemoRepository(project.root)
  const provider = await startCutProvider({
    answer: options.answer ?? workflowAnswers,
    latencyMs: options.latencyMs ?? 0,
  })
  onTestFinished(() => provider.close())
  return { project, provider, args: (...more) => ['lld', ...more, '--mock-url', provider.url] }
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
  const lists = { findings: [], earlier: [], openQuestions: [], labels: [] }
  const base = { identity: 'r', verdict: 'APPROVED', summary: 'All is said.', size: null }
  return { text: JSON.stringify({ ...base, ...lists, ...words }) }
}

/** The findings that a reviewer is shown as still open, each with this disposition. */
export function earlierIn(prompt: string, disposition: string): Record<string, unknown>[] {
  return [...prompt.matchAll(/^- (\S+) \(tier/gm)].map(([, id]) => ({ id, disposition }))
}

/** Published designs and their lineage, without the times in them. */
export function artifacts(project: Project): Record<string, string> {
  const paths = [
    ...project.list('docs/lld').map((name) => `docs/lld/${name}`),
    ...project
      .list('docs/lineage')
      .flatMap((folder) =>
        project.list(`docs/lineage/${folder}`).map((name) => `docs/lineage/${folder}/${name}`),
      ),
  ]
  const withoutTimes = (text: string) => text.replace(/^approvedAt: .*$/m, 'approvedAt: …')
  return Object.fromEntries(paths.map((path) => [path, withoutTimes(project.read(path))]))
}
