import type { LoadedWorkflow } from '../authoring/load-workflow.ts'
import type { Repository, WorkItem } from '../authoring/workflow.ts'
import { itemId } from '../model/ids.ts'
import { type Item, inputHash } from '../model/item.ts'
import { UsageError } from '../model/usage-error.ts'

/** What the workflow finds, checked: after this, an id can be trusted in a path. */
export async function collectItems(workflow: LoadedWorkflow, repo: Repository): Promise<Item[]> {
  const found = await callCollect(workflow, repo)
  if (!Array.isArray(found)) {
    throw new UsageError(
      'collect-invalid',
      `\`collect\` of ${workflow.name} must return an array of items.`,
    )
  }
  return found.map((item: WorkItem) => toItem(workflow, item))
}

async function callCollect(workflow: LoadedWorkflow, repo: Repository): Promise<unknown> {
  try {
    return await workflow.collect({ repo })
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error)
    throw new UsageError('collect-failed', `\`collect\` of ${workflow.name} failed: ${detail}`, {
      cause: error,
    })
  }
}

function toItem(workflow: LoadedWorkflow, found: WorkItem): Item {
  if (typeof found !== 'object' || found === null || typeof found.id !== 'string') {
    throw new UsageError(
      'collect-invalid',
      `\`collect\` of ${workflow.name} returned an item without an id.`,
    )
  }
  const id = itemId(found.id)
  const { title = found.id, body = '', dependsOn = [] } = found
  if (typeof title !== 'string' || typeof body !== 'string' || !Array.isArray(dependsOn)) {
    throw new UsageError(
      'collect-invalid',
      `Item ${id} must have a text as title and body, and an array as dependsOn.`,
    )
  }
  return {
    id,
    label: `${workflow.label}-${id}`,
    title,
    body,
    dependsOn: [...new Set(dependsOn.map(itemId))],
    inputHash: inputHash(title, body),
  }
}
