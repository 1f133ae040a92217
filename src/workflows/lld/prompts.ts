import { readPrompts } from '../document/read-prompts.ts'

export const PROMPTS = readPrompts(new URL('prompts/', import.meta.url), [
  'drafter',
  'reviewer',
  'analyst',
  'conflicts',
  'draft',
  'revise',
  'review',
])
