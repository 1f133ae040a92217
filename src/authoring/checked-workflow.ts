import { quote, type WorkflowName, workflowName } from '../model/ids.ts'
import { nearest } from '../model/text/nearest.ts'
import { UsageError } from '../model/usage-error.ts'
import type { ExpectedCall, Workflow } from './workflow.ts'

/** A workflow with its name checked and its defaults filled in. */
export interface LoadedWorkflow extends Required<Omit<Workflow, 'name' | 'settings'>> {
  readonly name: WorkflowName
  readonly label: string
  readonly version: number
  readonly roles: readonly string[]
  readonly prompts: Readonly<Record<string, string>>
  readonly calls: readonly ExpectedCall[]
  readonly steps: readonly string[]
  readonly settings: Workflow['settings']
  /** Where it is from: a file, or `agentos:` and the name of one that comes along. */
  readonly source: string
}

/** What a workflow's file exports; its mistakes become usage errors that say what is wrong. */
export function checkedWorkflow(
  exported: unknown,
  source: string,
  path: string = source,
): LoadedWorkflow {
  const workflow = exported as Partial<Workflow> | null | undefined
  const problem = problemOf(workflow)
  if (problem !== undefined) {
    throw new UsageError('workflow-invalid', `Workflow file ${quote(path)} ${problem}.`, {
      hint: 'It should end with `export default defineWorkflow({ name, collect, run })`.',
    })
  }
  const { name, label, version, roles, prompts, calls, steps, settings } = workflow as Workflow
  const { collect, notes, run } = workflow as Workflow
  return {
    name: workflowName(name),
    label: label ?? name.toUpperCase(),
    version: version ?? 1,
    roles: roles ?? [],
    prompts: prompts ?? {},
    calls: calls ?? [],
    steps: steps ?? [],
    settings,
    collect: (context) => collect(context),
    notes: (context) => notes?.(context) ?? [],
    run: (item, context) => run(item, context),
    source,
  }
}

const KEYS = [
  'name',
  'label',
  'version',
  'roles',
  'prompts',
  'calls',
  'steps',
  'settings',
  'collect',
  'notes',
  'run',
]
const LABEL = /^[A-Z][A-Z0-9-]{0,39}$/

function problemOf(workflow: Partial<Workflow> | null | undefined): string | undefined {
  if (typeof workflow !== 'object' || workflow === null) return 'has no default export'
  const unknown = Object.keys(workflow).find((key) => !KEYS.includes(key))
  if (unknown !== undefined) {
    const near = nearest(unknown, KEYS)
    return `has an unknown key "${unknown}"${near === undefined ? '' : ` (did you mean ${near}?)`}`
  }
  if (typeof workflow.name !== 'string') return 'exports a workflow without a name'
  if (typeof workflow.collect !== 'function') return 'exports a workflow without `collect`'
  if (workflow.notes !== undefined && typeof workflow.notes !== 'function')
    return 'has `notes` that are no function'
  if (typeof workflow.run !== 'function') return 'exports a workflow without `run`'
  if (workflow.label !== undefined && !LABEL.test(String(workflow.label))) {
    return `has the label ${quote(String(workflow.label))}; a label is A-Z, 0-9 and "-"`
  }
  if (workflow.version !== undefined && !Number.isSafeInteger(workflow.version)) {
    return 'has a version that is not a whole number'
  }
  if (workflow.settings !== undefined && typeof workflow.settings.safeParse !== 'function')
    return 'has `settings` that are no zod schema'
  const { prompts = {}, steps = [] } = workflow
  if (!Array.isArray(steps) || steps.some((step) => typeof step !== 'string')) {
    return 'has steps that are not a list of names'
  }
  const isTable = typeof prompts === 'object' && prompts !== null
  if (!isTable || Object.values(prompts).some((text) => typeof text !== 'string')) {
    return 'has prompts that are not texts by name'
  }
  const stray = (workflow.calls ?? [])
    .flatMap((call) => call.prompts)
    .find((name) => !(name in prompts))
  if (stray !== undefined)
    return `expects calls with a prompt ${quote(stray)} that it does not have`
  return undefined
}
