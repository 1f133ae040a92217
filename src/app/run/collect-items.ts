import { z } from 'zod'
import type { LoadedWorkflow } from '../../authoring/checked-workflow.ts'
import { thrownAt } from '../../authoring/thrown-at.ts'
import type { CollectContext, WorkItem } from '../../authoring/workflow.ts'
import { itemId } from '../../model/ids.ts'
import { type Item, inputHash } from '../../model/item.ts'
import { didYouMean } from '../../model/text/nearest.ts'
import { UsageError } from '../../model/usage-error.ts'

const text = z.string('a text').optional()
const texts = (what: string) => z.array(z.string(what), what).optional()
const NOT_READY = '{ why, command }'

/** What an item may say of itself; each error is what was expected. */
const itemSchema = z.strictObject({
  id: text,
  title: text,
  body: text,
  dependsOn: texts('a list of ids'),
  done: z.boolean('true or false').optional(),
  notReady: z
    .object({ why: z.string(NOT_READY), command: z.string(NOT_READY) }, NOT_READY)
    .optional(),
  note: text,
  touches: texts('a list of paths'),
  path: text,
})
const KEYS = Object.keys(itemSchema.shape)

/** What the workflow finds, checked: after this, an id can be trusted in a path. */
export async function collectItems(
  workflow: LoadedWorkflow,
  context: CollectContext,
  /** How this program was called: commands of the workflow's begin with it. */
  program: string,
): Promise<Item[]> {
  const found = await callCollect(workflow, context)
  if (!Array.isArray(found)) throw invalid(workflow, 'must return an array of items')
  return found.map((item: unknown, index) =>
    withCommand(toItem(workflow, item, index + 1), program),
  )
}

async function callCollect(workflow: LoadedWorkflow, context: CollectContext): Promise<unknown> {
  try {
    return await workflow.collect(context)
  } catch (error) {
    if (error instanceof UsageError) throw error
    const where = thrownAt(error, { root: context.repo.root, source: workflow.source })
    const what = error instanceof Error ? error.message.trim() : String(error)
    const message = `\`collect\` of ${workflow.name} failed${where === undefined ? '' : ` at ${where}`}: ${what}`
    throw new UsageError('collect-failed', message, { cause: error })
  }
}

function toItem(workflow: LoadedWorkflow, found: unknown, position: number): Item {
  if (typeof found !== 'object' || found === null || Array.isArray(found))
    throw invalid(workflow, `returned ${show(found)} as item ${position}; expected { id: '…' }`)
  const [issue] = itemSchema.safeParse(found).error?.issues ?? []
  if (issue?.code === 'unrecognized_keys') {
    const [key = ''] = issue.keys
    const hint = didYouMean(key, KEYS, `The keys are ${KEYS.join(', ')}.`)
    throw invalid(workflow, `returned item ${position} with an unknown key "${key}"`, hint)
  }
  if (issue !== undefined) {
    const key = String(issue.path[0])
    const value = show((found as Record<string, unknown>)[key])
    const what = `returned item ${position} with ${value} as ${key}; expected ${issue.message}`
    throw invalid(workflow, what)
  }
  const { id: name, title = name, body = '', dependsOn = [], ...rest } = found as WorkItem
  if (name === undefined) throw invalid(workflow, `returned item ${position} without an id`)
  const id = itemId(name)
  return {
    id,
    label: `${workflow.label}-${id}`,
    title,
    body,
    dependsOn: [...new Set(dependsOn.map(itemId))],
    inputHash: inputHash(title, body),
    ...rest,
  }
}

function withCommand(item: Item, program: string): Item {
  if (item.notReady === undefined) return item
  const command = item.notReady.command.replace(/^agentos(?= )/, () => program)
  return { ...item, notReady: { ...item.notReady, command } }
}

function invalid(workflow: LoadedWorkflow, what: string, hint?: string): UsageError {
  const message = `\`collect\` of ${workflow.name} ${what}.`
  return new UsageError('collect-invalid', message, hint === undefined ? {} : { hint })
}

function show(value: unknown): string {
  return JSON.stringify(value)?.slice(0, 60) ?? typeof value
}
