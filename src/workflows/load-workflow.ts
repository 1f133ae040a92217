/** Workflows, from wherever they are: a user's file, or one of those that come with AgentOS. */
import { checkedWorkflow, type LoadedWorkflow } from '../authoring/checked-workflow.ts'
import { importWorkflow } from '../authoring/import-workflow.ts'
import { quote } from '../model/ids.ts'
import { UsageError } from '../model/usage-error.ts'

const BUILT_IN: ReadonlyMap<string, () => Promise<{ readonly default: unknown }>> = new Map([
  ['issue', () => import('./issue/issue.ts')],
  ['lld', () => import('./lld/lld.ts')],
  ['implement', () => import('./implement/implement.ts')],
])
const SCHEME = 'agentos:'

/** The source of the workflow of this name that comes with AgentOS. */
export function builtInSource(name: string): string {
  return SCHEME + name
}

export function isBuiltInSource(source: string): boolean {
  return source.startsWith(SCHEME)
}

export async function loadWorkflow(source: string): Promise<LoadedWorkflow> {
  if (!isBuiltInSource(source)) return importWorkflow(source)
  const load = BUILT_IN.get(source.slice(SCHEME.length))
  if (load === undefined)
    throw new UsageError('workflow-missing', `No workflow ${quote(source)} comes with AgentOS.`, {
      hint: `There are ${[...BUILT_IN.keys()].map(builtInSource).join(', ')}.`,
    })
  return checkedWorkflow((await load()).default, source)
}
