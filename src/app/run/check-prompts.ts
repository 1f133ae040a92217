import { existsSync, readFileSync, statSync } from 'node:fs'
import type { LoadedWorkflow } from '../../authoring/checked-workflow.ts'
import { promptWords } from '../../authoring/fill-prompt.ts'
import type { Config } from '../../config/schema.ts'
import { hasLink } from '../../files/has-link.ts'
import { inside } from '../../files/inside.ts'
import { quote } from '../../model/ids.ts'
import { didYouMean } from '../../model/text/nearest.ts'
import { UsageError } from '../../model/usage-error.ts'

/**
 * Refuses files for prompts that could not do the work of the workflow's own: one that is not there,
 * stands for no prompt, or does not use the same `{{words}}` (a reviewer who is not shown the
 * document would approve anything).
 */
export function checkPrompts(config: Config, workflow: LoadedWorkflow, root: string): void {
  for (const [key, path] of Object.entries(config.prompts)) {
    const text = readPrompt(root, key, path)
    if (!key.startsWith(`${workflow.name}.`)) continue
    const name = key.slice(workflow.name.length + 1)
    const own = workflow.prompts[name]
    if (own === undefined) throw unknownPrompt(key, workflow)
    const wanted = promptWords(own)
    const used = promptWords(text)
    const missing = wanted.find((word) => !used.includes(word))
    const excess = used.find((word) => !wanted.includes(word))
    if (missing === undefined && excess === undefined) continue
    const what =
      missing === undefined ? `uses {{${excess}}}, which it is not given` : `lacks {{${missing}}}`
    throw new UsageError('prompt-words', `Prompt file ${quote(path)} of ${key} ${what}.`, {
      hint: `Its words are ${wanted.map((word) => `{{${word}}}`).join(', ') || 'none'}.`,
    })
  }
}

function readPrompt(root: string, key: string, path: string): string {
  const file = placeOf(root, key, path)
  const text =
    existsSync(file) && statSync(file).isFile() ? readFileSync(file, 'utf8').trim() : undefined
  if (text !== undefined && text !== '') return text
  const what =
    text === undefined ? 'There is no prompt file' : 'There is nothing in the prompt file'
  throw new UsageError('prompt-missing', `${what} ${quote(path)} of ${key}.`, {
    hint: "Paths are relative to the repository's root.",
  })
}

function placeOf(root: string, key: string, path: string): string {
  if (hasLink(root, path))
    throw new UsageError(
      'prompt-link',
      `Prompt file ${quote(path)} of ${key} is a symbolic link, or lies behind one.`,
      { hint: 'Links are not followed; name the file itself.' },
    )
  try {
    return inside(root, path)
  } catch (cause) {
    const message = `Prompt file ${quote(path)} of ${key} is not inside the repository.`
    throw new UsageError('prompt-outside', message, { cause })
  }
}

function unknownPrompt(key: string, workflow: LoadedWorkflow): UsageError {
  const keys = Object.keys(workflow.prompts).map((name) => `${workflow.name}.${name}`)
  return new UsageError('prompt-unknown', `There is no prompt ${quote(key)} to replace.`, {
    hint: didYouMean(key, keys, `The prompts are ${keys.join(', ')}.`),
  })
}
