/** Roles of the built-in workflows, and who plays them. */
export const ROLES = ['drafter', 'reviewer', 'coder'] as const

/** How much a model thinks before it answers, from nothing to all it can. */
export const EFFORTS = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const
export type Effort = (typeof EFFORTS)[number]

/** The share of the output limit that thinking may take. */
export const EFFORT_SHARES: Readonly<Record<Effort, number>> = {
  none: 0,
  minimal: 0.02,
  low: 0.1,
  medium: 0.3,
  high: 0.6,
  xhigh: 0.9,
  max: 0.95,
}

/** A model, and how it is asked. */
export interface RoleSettings {
  /** `anthropic:claude-sonnet-5` */
  readonly model: string
  /** The most tokens of an answer, its thoughts included. */
  readonly maxOutputTokens: number
  /** Undefined: as the provider does it. */
  readonly reasoning?: Effort
  readonly temperature?: number
}

/** What the config says of a role. */
export type RoleConfig = Partial<RoleSettings>

/** All roles that have a model. A coder without one of its own is the drafter, with the coder's own settings. */
export function playersOf(
  models: Readonly<Record<string, RoleConfig>>,
  maxOutputTokens: number,
): Readonly<Record<string, RoleSettings>> {
  const { drafter, coder } = models
  const said = coder?.model === undefined ? { ...drafter, ...coder } : coder
  return Object.fromEntries(
    Object.entries({ ...models, coder: said }).flatMap(([role, { model, ...rest }]) =>
      model === undefined ? [] : [[role, { model, maxOutputTokens, ...rest }]],
    ),
  )
}

/** Drafter and coder write, one after the other; no other two roles are of one opinion by design. */
export function areBothAuthors(role: string, other: string): boolean {
  return [role, other].every((one) => one === 'drafter' || one === 'coder')
}
