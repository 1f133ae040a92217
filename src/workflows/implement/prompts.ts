/** The prompts: Markdown files beside this one, with `{{words}}` to be filled in. */
import { readFileSync } from 'node:fs'

const NAMES = ['coder', 'reviewer', 'tests', 'code', 'fix', 'revise', 'amend', 'review'] as const
export type PromptName = (typeof NAMES)[number]

/** The prompts as they come with AgentOS. */
export const PROMPTS: Readonly<Record<string, string>> = Object.fromEntries(
  NAMES.map((name) => [name, readFileSync(new URL(`prompts/${name}.md`, import.meta.url), 'utf8')]),
)
