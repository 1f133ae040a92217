import type { LoadedWorkflow } from '../../authoring/checked-workflow.ts'
import type { CollectContext, WorkItem } from '../../authoring/workflow.ts'
import { itemId } from '../../model/ids.ts'
import { type Item, inputHash } from '../../model/item.ts'
import { loadErrorWords } from '../../model/text/load-error.ts'
import { nearest } from '../../model/text/nearest.ts'
import { UsageError } from '../../model/usage-error.ts'

/** What an item may say of itself, and how. */
const KEYS: Readonly<Record<string, { readonly wants: string; fits(value: unknown): boolean }>> = {
  id: { wants: 'a text', fits: isText },
  title: { wants: 'a text', fits: isText },
  body: { wants: 'a text', fits: isText },
  dependsOn: {
    wants: 'a list of ids',
    fits: (value) => Array.isArray(value) && value.every(isText),
  },
  done: { wants: 'true or false', fits: (value) => typeof value === 'boolean' },
  notReady: { wants: '{ why, command }', fits: isNotReady },
  note: { wants: 'a text', fits: isText },
  touches: {
    wants: 'a list of paths',
    fits: (value) => Array.isArray(value) && value.every(isText),
  },
}

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
    const { what } = loadErrorWords(error, workflow.source)
    throw new UsageError('collect-failed', `\`collect\` of ${workflow.name} failed: ${what}`, {
      cause: error,
    })
  }
}

function toItem(workflow: LoadedWorkflow, found: unknown, position: number): Item {
  if (typeof found !== 'object' || found === null) {
    throw invalid(workflow, `returned ${show(found)} as item ${position}; expected { id: '…' }`)
  }
  const item = found as WorkItem
  for (const [key, value] of Object.entries(item)) checkKey(workflow, position, key, value)
  if (item.id === undefined) throw invalid(workflow, `returned item ${position} without an id`)
  const id = itemId(item.id)
  const { title = item.id, body = '', dependsOn = [], done, notReady, note, touches } = item
  return {
    id,
    label: `${workflow.label}-${id}`,
    title,
    body,
    dependsOn: [...new Set(dependsOn.map(itemId))],
    inputHash: inputHash(title, body),
    ...(done === undefined ? {} : { done }),
    ...(notReady === undefined ? {} : { notReady }),
    ...(note === undefined ? {} : { note }),
    ...(touches === undefined ? {} : { touches }),
  }
}

function withCommand(item: Item, program: string): Item {
  if (item.notReady === undefined) return item
  const command = item.notReady.command.replace(/^agentos(?= )/, () => program)
  return { ...item, notReady: { ...item.notReady, command } }
}

function checkKey(workflow: LoadedWorkflow, position: number, key: string, value: unknown): void {
  const rule = KEYS[key]
  if (rule === undefined) {
    const near = nearest(key, Object.keys(KEYS))
    const hint =
      near === undefined ? `The keys are ${Object.keys(KEYS).join(', ')}.` : `Did you mean ${near}?`
    throw invalid(workflow, `returned item ${position} with an unknown key "${key}"`, hint)
  }
  if (value !== undefined && !rule.fits(value)) {
    throw invalid(
      workflow,
      `returned item ${position} with ${show(value)} as ${key}; expected ${rule.wants}`,
    )
  }
}

function invalid(workflow: LoadedWorkflow, what: string, hint?: string): UsageError {
  const message = `\`collect\` of ${workflow.name} ${what}.`
  return new UsageError('collect-invalid', message, hint === undefined ? {} : { hint })
}

function show(value: unknown): string {
  return JSON.stringify(value)?.slice(0, 60) ?? typeof value
}

function isNotReady(value: unknown): boolean {
  const { why, command } = (value ?? {}) as Record<string, unknown>
  return isText(why) && isText(command)
}

function isText(value: unknown): boolean {
  return typeof value === 'string'
}
