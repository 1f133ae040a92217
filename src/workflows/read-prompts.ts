import { readFileSync } from 'node:fs'

/** Prompts as they come with AgentOS: Markdown files in a folder, with `{{words}}` to be filled in. */
export function readPrompts(folder: URL, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.map((name) => [name, readFileSync(new URL(`${name}.md`, folder), 'utf8')]),
  )
}
