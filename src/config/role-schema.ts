/** The settings of a role: its model, and how that is asked. */
import { z } from 'zod'
import { EFFORTS, type RoleConfig } from '../model/calls/roles.ts'
import type { Values } from './layers.ts'

const TOKENS = { error: 'expected a whole number from 256' }
const TEMPERATURE = { error: 'expected a number from 0 to 2' }

/** A layer of settings may leave out the model: another one has it. */
const settings = z.strictObject({
  model: z
    .string()
    .regex(/^[^:]+:.+$/, { error: 'expected provider:model' })
    .optional(),
  reasoning: z
    .enum(EFFORTS, { error: `expected ${EFFORTS.slice(0, -1).join(', ')} or ${EFFORTS.at(-1)}` })
    .optional(),
  maxOutputTokens: z.int(TOKENS).min(256, TOKENS).optional(),
  temperature: z.number(TEMPERATURE).min(0, TEMPERATURE).max(2, TEMPERATURE).optional(),
})

export const ROLE_SETTINGS: Readonly<Record<string, z.ZodType>> = settings.shape

/** A text is short for its model. */
export const roleSchema = z.preprocess(spelledOut, settings) as unknown as z.ZodType<
  RoleConfig,
  string | z.input<typeof settings>
>

/** The same values with every role as an object, so that layers can add to it. */
export function withRoles(values: Values): Values {
  const { models } = values
  if (typeof models !== 'object' || models === null || Array.isArray(models)) return values
  const roles = Object.entries(models).map(([role, said]) => [role, spelledOut(said)])
  return { ...values, models: Object.fromEntries(roles) }
}

/** What is undefined is not said: it must not hide what another layer says. */
function spelledOut(said: unknown): unknown {
  if (typeof said === 'string') return { model: said }
  if (typeof said !== 'object' || said === null || Array.isArray(said)) return said
  return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined))
}
