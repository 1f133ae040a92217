/**
 * The page's own script and style. The build puts the texts themselves in the place of this file. The script is its modules
 * as one text: the imports of a file before the file, without types, imports and exports. All share one scope, so
 * their top-level names must differ.
 */
import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'

const IMPORT = /^import (?!type )[^']*?'([^']+)'\n/gms

export const SCRIPT = joinModules(new URL('browser/main.ts', import.meta.url))
export const STYLE = readFileSync(new URL('page.css', import.meta.url), 'utf8')

function joinModules(entry: URL): string {
  const texts = new Map<string, string>()
  collect(entry, texts)
  return `'use strict';(() => {\n${[...texts.values()].join('')}})()`
}

function collect(file: URL, texts: Map<string, string>): void {
  if (texts.has(file.href)) return
  const text = readFileSync(file, 'utf8')
  texts.set(file.href, '')
  for (const [, path = ''] of text.matchAll(IMPORT)) collect(new URL(path, file), texts)
  texts.delete(file.href) // after its imports
  texts.set(file.href, plain(text))
}

function plain(text: string): string {
  return withoutTypes(text.replace(IMPORT, ''))
    .replace(/^export (?=const|let|class|async|function)/gm, '')
    .replace(/^ *\/\*\*.*?\*\/\n/gms, '')
    .replace(/[ \t]+$/gm, '')
    .replace(/\n{2,}/g, '\n')
}

/** Suppresses Node's warning about an experimental feature, which every report would print. */
function withoutTypes(text: string): string {
  const { emitWarning } = process
  process.emitWarning = () => {}
  try {
    return stripTypeScriptTypes(text)
  } finally {
    process.emitWarning = emitWarning
  }
}
