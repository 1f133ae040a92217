import type { LoadedWorkflow } from '../authoring/checked-workflow.ts'
import { fillPrompt } from '../authoring/fill-prompt.ts'
import type { Repository } from '../authoring/repository.ts'
import type { RunContext } from '../authoring/run-context.ts'

/** `prompt`: the workflow's own text, or that of the file which the config names instead. */
export function createPrompt(options: {
  readonly workflow: LoadedWorkflow
  /** Files by `workflow.name`; checked before the run began. */
  readonly replaced: Readonly<Record<string, string>>
  readonly repo: Repository
}): RunContext['prompt'] {
  const { workflow, replaced, repo } = options
  return async (name, words = {}) => {
    const own = workflow.prompts[name]
    if (own === undefined) throw new Error(`Workflow ${workflow.name} has no prompt "${name}".`)
    const path = replaced[`${workflow.name}.${name}`]
    const text = path === undefined ? own : await repo.read(path)
    if (text === undefined) throw new Error(`Prompt file ${path} is gone.`)
    return fillPrompt(name, text, words)
  }
}
