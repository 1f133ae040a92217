/** Workflows, from wherever they are: a user's file, or one of those that come with AgentOS. */
import { checkedWorkflow, type LoadedWorkflow } from '../authoring/checked-workflow.ts'
import { importWorkflow } from '../authoring/import-workflow.ts'

const BUILT_IN: Readonly<Record<string, () => Promise<{ readonly default: unknown }>>> = {
  issue: () => import('./issue/issue.ts'),
  lld: () => import('./lld/lld.ts'),
  implement: () => import('./implement/implement.ts'),
}
const SCHEME = 'agentos:'

/** The source of the workflow of this name that comes with AgentOS, if there is one. */
export function builtInSource(name: string): string | undefined {
  return Object.hasOwn(BUILT_IN, name) ? SCHEME + name : undefined
}

export async function loadWorkflow(source: string): Promise<LoadedWorkflow> {
  const load = source.startsWith(SCHEME) ? BUILT_IN[source.slice(SCHEME.length)] : undefined
  if (load === undefined) return importWorkflow(source)
  return checkedWorkflow((await load()).default, source)
}
