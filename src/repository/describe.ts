/**
 * What a designer should know of the codebase before the first line: its tree, its rules, the files
 * the issue speaks of, the signatures around them. Bounded; what is left out is said. Nothing that
 * git ignores, nothing behind a link, nothing that looks like a secret, by its name or by what is in it.
 */
import { readFileSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { hasLink } from '../files/has-link.ts'
import { inside } from '../files/inside.ts'
import { isSecretName, secretLine } from '../model/secrets/secret-file.ts'
import { listFiles } from './files.ts'

const MOST_CHARACTERS = 60_000
const MOST_A_FILE = 8_000
const MOST_RELATED = 12
const TREE_DEPTH = 3

const RULES = ['AGENTS.md', 'CLAUDE.md', 'CONTRIBUTING.md']
const TEMPLATES = ['docs/lld/TEMPLATE.md', 'docs/lld/template.md']
const MANIFESTS = ['package.json', 'pyproject.toml', 'requirements.txt', 'Cargo.toml', 'go.mod']
/** What AgentOS itself writes says nothing about the code, and changes while it runs. */
const OWN = /^docs\/(lineage|reports)\/|^docs\/lld\/LLD-/
const STOP_WORDS = new Set([
  'with',
  'from',
  'that',
  'this',
  'when',
  'should',
  'must',
  'have',
  'then',
  'into',
  'them',
])

export interface Described {
  readonly text: string
  /** What is not in it, each with the reason, for the log. */
  readonly leftOut: readonly string[]
}

export async function describeRepository(root: string, about: string): Promise<Described> {
  const all = (await listFiles(root)).filter((path) => !OWN.test(path))
  const files = all.filter((path) => !isSecretName(path))
  const wanted = [...RULES, ...TEMPLATES, ...MANIFESTS].filter((path) => files.includes(path))
  const named = files.filter((path) => about.includes(path))
  const related = relatedFiles(files, about).filter((path) => !named.includes(path))
  const hidden = all.filter((path) => isSecretName(path) && about.includes(path))
  const parts: Part[] = [
    { title: 'Tree', read: () => ({ text: treeOf(files) }) },
    ...[...wanted, ...named].map((path) => ({ title: path, read: () => readText(root, path) })),
    ...related.map((path) => ({
      title: `Signatures of ${path}`,
      read: () => {
        const content = readText(root, path)
        return 'text' in content ? { text: signaturesOf(path, content.text) } : content
      },
    })),
  ]
  const { text, leftOut } = assemble(parts)
  const reasons = hidden.map((path) => `${path}: its name is that of a file with secrets`)
  return { text, leftOut: [...leftOut, ...reasons] }
}

/** What a file has to say, or why it is not shown. */
type Content = { readonly text: string } | { readonly hiddenFor: string }

interface Part {
  readonly title: string
  readonly read: () => Content
}

function assemble(parts: readonly Part[]): Described {
  const texts: string[] = []
  const long: string[] = []
  const hidden: string[] = []
  let length = 0
  for (const { title, read } of parts) {
    const content = read()
    if ('hiddenFor' in content) {
      hidden.push(`${title}: ${content.hiddenFor}`)
      continue
    }
    if (content.text === '') continue
    const text = `### ${title}\n\n${content.text}\n`
    if (length + text.length > MOST_CHARACTERS) long.push(title)
    else {
      texts.push(text)
      length += text.length
    }
  }
  const note = long.length === 0 ? [] : [`Left out for length: ${long.join(', ')}.`]
  const leftOut = [...long.map((title) => `${title}: no more fits`), ...hidden]
  return { text: [...texts, ...note].join('\n'), leftOut }
}

/** Folders and files down to some depth; deeper ones are counted. */
function treeOf(files: readonly string[]): string {
  const shown = new Map<string, number>()
  for (const path of files) {
    const parts = path.split('/')
    const key = parts.length <= TREE_DEPTH ? path : `${parts.slice(0, TREE_DEPTH).join('/')}/`
    shown.set(key, (shown.get(key) ?? 0) + 1)
  }
  const lines = [...shown].map(([path, count]) =>
    path.endsWith('/') ? `${path} (${count} files)` : path,
  )
  const most = 400
  return lines.length <= most
    ? lines.join('\n')
    : [...lines.slice(0, most), `… and ${lines.length - most} more`].join('\n')
}

/** Source files whose name shares a word with the issue, most words first. */
function relatedFiles(files: readonly string[], about: string): string[] {
  const words = new Set(
    (about.toLowerCase().match(/[a-z]{4,}/g) ?? []).filter((word) => !STOP_WORDS.has(word)),
  )
  return files
    .filter((path) => /\.(ts|mts|tsx|js|mjs|cjs|jsx|py)$/.test(path))
    .map((path) => ({ path, score: scoreOf(path, words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.path.localeCompare(b.path))
    .slice(0, MOST_RELATED)
    .map(({ path }) => path)
}

function scoreOf(path: string, words: ReadonlySet<string>): number {
  const parts =
    basename(path)
      .toLowerCase()
      .match(/[a-z]{4,}/g) ?? []
  return parts.filter((part) => words.has(part)).length
}

function readText(root: string, path: string): Content {
  if (hasLink(root, path)) return { hiddenFor: 'a symbolic link' }
  const full = inside(root, path)
  if (statSync(full, { throwIfNoEntry: false })?.isFile() !== true) return { text: '' }
  const text = readFileSync(full, 'utf8')
  if (text.includes('\0')) return { text: '' }
  const line = secretLine(text)
  if (line !== undefined) return { hiddenFor: `looks like a secret (line ${line})` }
  if (text.length <= MOST_A_FILE) return { text }
  const more = `… (${text.length - MOST_A_FILE} characters left out)`
  return { text: `${text.slice(0, MOST_A_FILE)}\n${more}` }
}

const EXPORTED =
  /^export (default )?(async )?(function|class|const|interface|type|enum|abstract class) .*$/
const PYTHON = /^(async def|def|class) .*$/

/** Signatures of the exports of a source file, without bodies. */
function signaturesOf(path: string, text: string): string {
  const pattern = path.endsWith('.py') ? PYTHON : EXPORTED
  return text
    .split(/\r?\n/)
    .filter((line) => pattern.test(line))
    .map((line) => line.replace(/\s*\{\s*$/, '').slice(0, 200))
    .join('\n')
}
