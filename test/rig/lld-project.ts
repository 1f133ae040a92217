/** A repository with issues, and an offline provider whose answers a test can change. */
import { onTestFinished } from 'vitest'
import { createDemoRepository } from '../../src/cli/demo-repository.ts'
import type { AnswerFunction } from '../../src/mock-provider/answer.ts'
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
