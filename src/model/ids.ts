/** Ids are branded strings: a plain string becomes one only by passing its rule. */
import { UsageError } from './usage-error.ts'

declare const brand: unique symbol
type Branded<Name extends string> = string & { readonly [brand]: Name }

export type ItemId = Branded<'ItemId'>
export type RunId = Branded<'RunId'>
export type WorkflowName = Branded<'WorkflowName'>
/** Which store a run uses, and where it is. Only `store/` reads it; it travels to workers as it is. */
export type StoreAddress = Branded<'StoreAddress'>

const ITEM_ID = /^[a-zA-Z0-9_-]{1,80}$/
const WORKFLOW_NAME = /^[a-z][a-z0-9-]{0,39}$/

export function itemId(text: string): ItemId {
  if (ITEM_ID.test(text)) return text as ItemId
  throw new UsageError('item-id-invalid', `Item id ${quote(text)} is not allowed.`, {
    hint: 'An id is 1 to 80 characters out of a-z, A-Z, 0-9, "_" and "-".',
  })
}

/** No underscore: a checkpoint is named `<workflow>_<id>.db`, and the first underscore splits it. */
export function workflowName(text: string): WorkflowName {
  if (WORKFLOW_NAME.test(text)) return text as WorkflowName
  throw new UsageError('workflow-name-invalid', `Workflow name ${quote(text)} is not allowed.`, {
    hint: 'A name starts with a-z, followed by a-z, 0-9 and "-", 40 characters at most.',
  })
}

/** A run's id is made at the edge from random bytes; this only shapes it. */
export function runId(hex: string): RunId {
  return `r-${hex}` as RunId
}

/** Quotes foreign text so that control characters cannot disturb the terminal. */
export function quote(text: string): string {
  return JSON.stringify(text.length > 120 ? `${text.slice(0, 120)}…` : text)
}
