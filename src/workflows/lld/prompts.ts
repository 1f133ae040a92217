/** The prompts: Markdown files beside this one, with `{{words}}` filled in. */
import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'

type PromptName = 'drafter' | 'reviewer' | 'conflicts' | 'draft' | 'revise' | 'review'

/** Longer texts are cut, and the prompt says so; a document that long does not pass the checks. */
export const MOST_CHARACTERS = 60_000

export function prompt(name: PromptName, words: Readonly<Record<string, string>> = {}): string {
  const text = readFileSync(new URL(`prompts/${name}.md`, import.meta.url), 'utf8')
  return text.replace(/\{\{(\w+)\}\}/g, (_, word: string) => {
    const value = words[word]
    if (value === undefined)
      throw new Error(`Prompt ${name} wants "${word}". This is a bug in AgentOS.`)
    return value
  })
}

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
