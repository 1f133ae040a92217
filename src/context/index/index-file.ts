/** One file's content into its entry of the index. */
import { isUtf8 } from 'node:buffer'
import { maskSecrets } from '../../model/secrets/secret-file.ts'
import { estimateTokens } from '../token-estimate.ts'
import { codeLanguageOf } from './code-languages.ts'
import { excludedByContent, isBinary } from './exclusion.ts'
import type { Exclusion, FileIndex } from './file-index.ts'
import { parseProgram } from './parse-program.ts'
import { readText } from './text-headings.ts'

/** Bigger ones are not parsed: data, in all likelihood. */
const MOST_PARSED = 500_000
const MOST_READ = 4_000_000

export async function indexFile(path: string, bytes: Uint8Array): Promise<FileIndex> {
  const text = readable(path, bytes)
  if (typeof text !== 'string') return text
  const language = codeLanguageOf(path)
  const isParsed = language !== undefined && bytes.length <= MOST_PARSED
  const code = isParsed ? await parseProgram(text, language) : undefined
  return code === undefined
    ? textIndex(path, text)
    : { language: language?.grammar ?? '', ...sizeOf(text), ...code }
}

/** By headings, and by lines that look like definitions. */
export function indexWithoutParser(path: string, bytes: Uint8Array): FileIndex {
  const text = readable(path, bytes)
  return typeof text === 'string' ? textIndex(path, text) : text
}

function textIndex(path: string, text: string): FileIndex {
  return { language: 'text', ...sizeOf(text), ...readText(path, text), imports: [] }
}

/** The text without its secrets, as signatures of it are shown, or the entry of a file whose text nobody should read. */
function readable(path: string, bytes: Uint8Array): string | FileIndex {
  if (isBinary(bytes)) return nothingOf('binary')
  if (!isUtf8(bytes)) return nothingOf('not UTF-8')
  if (bytes.length > MOST_READ) return nothingOf('generated')
  const text = textOf(bytes)
  const excluded = excludedByContent(path, text)
  return excluded === undefined
    ? maskSecrets(text).text
    : { ...nothingOf(excluded), ...sizeOf(text) }
}

function sizeOf(text: string): Pick<FileIndex, 'lines' | 'tokens'> {
  return { lines: countLines(text), tokens: estimateTokens(text) }
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8')
}

export function nothingOf(excluded: Exclusion): FileIndex {
  return { language: 'none', lines: 0, tokens: 0, symbols: [], uses: '', imports: [], excluded }
}

/** A last line without a line break counts, an empty one behind the last line break does not. */
function countLines(text: string): number {
  let lines = 0
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines++
  return text === '' || text.endsWith('\n') ? lines : lines + 1
}
