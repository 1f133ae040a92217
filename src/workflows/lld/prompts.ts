/** The prompts: Markdown files beside this one, with `{{words}}` to be filled in. */
import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'

const NAMES = ['drafter', 'reviewer', 'analyst', 'conflicts', 'draft', 'revise', 'review'] as const
export type PromptName = (typeof NAMES)[number]

/** Longer texts are cut, and the prompt says so; a document that long does not pass the checks. */
export const MOST_CHARACTERS = 60_000

/** The prompts as they come with AgentOS. */
export const PROMPTS: Readonly<Record<string, string>> = Object.fromEntries(
  NAMES.map((name) => [name, readFileSync(new URL(`prompts/${name}.md`, import.meta.url), 'utf8')]),
)

/**
 * Foreign text, fenced in. The tag carries a hash of the text, so the text cannot contain its own
 * closing tag, whatever it tries.
 */
export function untrusted(name: string, text: string): string {
  const cut = text.length - MOST_CHARACTERS
  const shown =
    cut <= 0 ? text : `${text.slice(0, MOST_CHARACTERS)}\n[… ${cut} more characters were left out]`
  const tag = `untrusted-${hash('sha256', text).slice(0, 12)}`
  return `<${tag} name="${name}">\n${shown}\n</${tag}>`
}
