/**
 * What a designer should know of the codebase before the first line: its tree, its rules, the files
 * the issue speaks of, the signatures around them. Bounded; what is left out is said. Nothing that
 * git ignores, nothing that looks like a secret.
 */
import { readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { inside } from '../files/inside.ts'
import { listFiles } from './files.ts'
import { signaturesOf } from './signatures.ts'

const MOST_CHARACTERS = 60_000
const MOST_A_FILE = 8_000
const MOST_RELATED = 12
const TREE_DEPTH = 3

const RULES = ['AGENTS.md', 'CLAUDE.md', 'CONTRIBUTING.md']
const TEMPLATES = ['docs/lld/TEMPLATE.md', 'docs/lld/template.md']
const MANIFESTS = ['package.json', 'pyproject.toml', 'requirements.txt', 'Cargo.toml', 'go.mod']
/** What AgentOS itself writes says nothing about the code, and changes while it runs. */
const OWN = /^docs\/(lineage|reports)\/|^docs\/lld\/LLD-/
const SECRET =
  /(^|\/)(\.env[^/]*|[._]netrc|\.(npmrc|yarnrc(\.yml)?|pypirc|pgpass|htpasswd|dockercfg)|\.docker\/config\.json|[^/]*\.(pem|key|p12|pfx|jks|keystore|kdbx|ppk|tfstate(\.[^/]*)?|tfvars)|id_(rsa|dsa|ed25519|ecdsa)[^/]*|[^/]*(secret|credential)[^/]*)$/i
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
  /** What did not fit, for the log. */
  readonly leftOut: readonly string[]
}

export async function describeRepository(root: string, about: string): Promise<Described> {
  const files = (await listFiles(root)).filter((path) => !SECRET.test(path) && !OWN.test(path))
  const known = new Set(files)
  const named = files.filter((path) => about.includes(path))
  const related = relatedFiles(files, about).filter((path) => !named.includes(path))
  const parts: [string, () => string][] = [
    ['Tree', () => treeOf(files)],
    ...[...RULES, ...TEMPLATES, ...MANIFESTS]
      .filter((path) => known.has(path))
      .map((path): [string, () => string] => [path, () => readText(root, path)]),
    ...named.map((path): [string, () => string] => [path, () => readText(root, path)]),
    ...related.map((path): [string, () => string] => [
      `Signatures of ${path}`,
      () => signaturesOf(path, readText(root, path)),
    ]),
  ]
  return assemble(parts)
}

function assemble(parts: readonly [string, () => string][]): Described {
  const texts: string[] = []
  const leftOut: string[] = []
  let length = 0
  for (const [title, read] of parts) {
    const content = read()
    if (content === '') continue
    const text = `### ${title}\n\n${content}\n`
    if (length + text.length > MOST_CHARACTERS) leftOut.push(title)
    else {
      texts.push(text)
      length += text.length
    }
  }
  const note = leftOut.length === 0 ? [] : [`Left out for length: ${leftOut.join(', ')}.`]
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

function readText(root: string, path: string): string {
  const full = inside(root, path)
  if (statSync(full, { throwIfNoEntry: false })?.isFile() !== true) return ''
  const text = readFileSync(join(root, path), 'utf8')
  if (text.includes('\0')) return ''
  return text.length <= MOST_A_FILE
    ? text
    : `${text.slice(0, MOST_A_FILE)}\n… (${text.length - MOST_A_FILE} characters left out)`
}
