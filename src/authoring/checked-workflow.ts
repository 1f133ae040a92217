import { quote, type WorkflowName, workflowName } from '../model/ids.ts'
import { nearest } from '../model/text/nearest.ts'
import { UsageError } from '../model/usage-error.ts'
import type { Workflow } from './workflow.ts'

type Optional = 'settings' | 'publishes'

/** A workflow with its name checked and its defaults filled in. */
export interface LoadedWorkflow extends Required<Omit<Workflow, 'name' | Optional>> {
  readonly name: WorkflowName
  readonly settings: Workflow['settings']
  readonly publishes: Workflow['publishes']
  /** Where it is from: a file, or `agentos:` and the name of one that comes along. */
  readonly source: string
}

/** What a workflow's file exports; its mistakes become usage errors that say what is wrong. */
export function checkedWorkflow(
  exported: unknown,
  source: string,
  path: string = source,
): LoadedWorkflow {
  const problem = problemOf(exported)
  if (problem !== undefined) {
    throw new UsageError('workflow-invalid', `Workflow file ${quote(path)} ${problem}.`, {
      hint: 'It should end with `export default defineWorkflow({ name, collect, run })`.',
    })
  }
  const { name, label = name.toUpperCase(), version = 1, ...rest } = exported as Workflow
  const { roles = [], prompts = {}, calls = [], steps = [], settings, publishes } = rest
  const { collect, notes = () => [], run } = rest
  const about = { label, version, roles, prompts, calls, steps, settings, publishes }
  return { name: workflowName(name), ...about, collect, notes, run, source }
}

const LABEL = /^[A-Z][A-Z0-9-]{0,39}$/
const PUBLISHED: readonly unknown[] = ['issues', 'pull-requests'] satisfies Workflow['publishes'][]

/** Which values fit a key of a workflow, and what is wrong with one that has another. */
const RULES: Readonly<Record<keyof Workflow, readonly [(value: unknown) => boolean, string]>> = {
  name: [isText, 'exports a workflow without a name'],
  collect: [isFunction, 'exports a workflow without `collect`'],
  notes: [isFunction, 'has `notes` that are no function'],
  run: [isFunction, 'exports a workflow without `run`'],
  label: [(value) => LABEL.test(String(value)), 'has the label {}; a label is A-Z, 0-9 and "-"'],
  version: [Number.isSafeInteger, 'has a version that is not a whole number'],
  publishes: [
    (value) => PUBLISHED.includes(value),
    'publishes {}; it can be "issues" or "pull-requests"',
  ],
  settings: [
    (value) => isFunction((value as Workflow['settings'])?.safeParse),
    'has `settings` that are no zod schema',
  ],
  roles: [isTexts, 'has roles that are not a list of names'],
  steps: [isTexts, 'has steps that are not a list of names'],
  prompts: [
    (value) => isObject(value) && Object.values(value).every(isText),
    'has prompts that are not texts by name',
  ],
  calls: [Array.isArray, 'has calls that are not a list'],
}
const KEYS = Object.keys(RULES)
const NEEDED = ['name', 'collect', 'run']

function problemOf(workflow: unknown): string | undefined {
  if (!isObject(workflow)) return 'has no default export'
  const unknown = Object.keys(workflow).find((key) => !KEYS.includes(key))
  if (unknown !== undefined) {
    const near = nearest(unknown, KEYS)
    return `has an unknown key "${unknown}"${near === undefined ? '' : ` (did you mean ${near}?)`}`
  }
  for (const [key, [fits, problem]] of Object.entries(RULES)) {
    const value = workflow[key]
    if (value === undefined ? NEEDED.includes(key) : !fits(value))
      return problem.replace('{}', () => quote(String(value)))
  }
  const { calls = [], prompts = {} } = workflow as unknown as Workflow
  const stray = calls.flatMap((call) => call.prompts).find((name) => !(name in prompts))
  return stray && `expects calls with a prompt ${quote(stray)} that it does not have`
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

function isFunction(value: unknown): boolean {
  return typeof value === 'function'
}

function isText(value: unknown): boolean {
  return typeof value === 'string'
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every(isText)
}
