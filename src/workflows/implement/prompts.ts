import { readPrompts } from '../read-prompts.ts'

/** What the coder is asked for. */
export type CoderTask = 'tests' | 'code' | 'fix' | 'revise'

export const PROMPTS = readPrompts(new URL('prompts/', import.meta.url), [
  'coder',
  'opening',
  'tests',
  'code',
  'fix',
  'revise',
  'refused',
  'shown',
  'granted',
  'reviewer',
  'review-opening',
  'amend',
  'review',
  'review-again',
  'needs',
])
