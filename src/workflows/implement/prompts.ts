import { readPrompts } from '../read-prompts.ts'

const NAMES = ['coder', 'reviewer', 'tests', 'code', 'fix', 'revise', 'amend', 'review'] as const
export type PromptName = (typeof NAMES)[number]

export const PROMPTS = readPrompts(new URL('prompts/', import.meta.url), NAMES)
