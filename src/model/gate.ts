import type { ItemId, WorkflowName } from './ids.ts'

/** Which optional gates a run stops at; the others stop whenever they are reached. */
export const GATE_CHOICES = ['none', 'draft', 'verdict', 'all'] as const
export type GateChoice = (typeof GATE_CHOICES)[number]

/** What a person says at a gate. */
export type GateAnswer =
  | { readonly answer: 'approve' }
  | { readonly answer: 'revise'; readonly text: string }

/** What a person is asked, and what they were shown. */
export interface AskedGate {
  readonly workflow: WorkflowName
  readonly item: ItemId
  /** The mock provider answers in this run. */
  readonly mock: boolean
  readonly inputHash: string
  /** Its name, with `#2`, `#3` when the item comes to it again. */
  readonly gate: string
  readonly question: string
  readonly content: string
  /** A file with the content, from the root of the repository. */
  readonly path: string | null
  /** Of question and content: an answer counts for these only. */
  readonly hash: string
  /** The command that resumes the run once there is an answer. */
  readonly command: string
}

/** An item stands at a gate from when it is asked until a run takes the answer up. */
export interface Gate extends AskedGate {
  readonly id: number
  readonly askedAt: number
  readonly answered?: GateAnswer & { readonly at: number; readonly by: string }
  readonly isTaken: boolean
}

/** One that an item stands at now, with the item's label as its outcome has it. */
export interface StandingGate extends Gate {
  readonly label: string
}
