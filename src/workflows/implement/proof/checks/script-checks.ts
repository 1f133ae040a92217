/** Scripts of a package.json that check the project, without those that another one runs as well. */
import { managerOf } from '../test-tools.ts'

interface Package {
  readonly scripts?: Readonly<Record<string, unknown>>
  readonly dependencies?: Readonly<Record<string, unknown>>
  readonly devDependencies?: Readonly<Record<string, unknown>>
}

/** The quickest first. */
const NAMES = [
  ...['typecheck', 'type-check', 'check-types', 'check:types', 'types', 'tsc'],
  ...['lint', 'check', 'build'],
]
const RUNS_SCRIPTS =
  /\b(?:npm|pnpm|yarn|bun|run-s|run-p|npm-run-all2?|concurrently|wireit)\b|\bnode\s+--run\b/
/** Changes files, or never ends. */
const IS_NO_CHECK = /--(?:fix|write|watch)(?![\w=-])|\b(?:tsc|prettier)\b.*\s-w(?![\w-])/

export function fromScripts(options: {
  readonly packageJson: string | undefined
  readonly files: readonly string[]
  /** Whether the script `test` is what runs the tests. */
  readonly isTestScript: boolean
}): string[] {
  const { files, isTestScript } = options
  const manifest = readManifest(options.packageJson)
  if (manifest === undefined) return []
  const scripts = textsOf(manifest.scripts ?? {})
  const parts = new Map(
    NAMES.filter((name) => name in scripts).map((name) => [name, partsOf(name, scripts)]),
  )
  const test = 'test' in scripts ? partsOf('test', scripts) : new Set<string>()
  const checks = [...parts].filter(([, own]) => {
    const all = [...own]
    if (all.some((part) => IS_NO_CHECK.test(part)) || own.size === 0) return false
    const runsTests = test.size > 0 && test.isSubsetOf(own)
    return !runsTests && !(isTestScript && own.isSubsetOf(test))
  })
  const needed = checks.filter(
    ([name, own], index) =>
      !checks.some(
        ([other, all], place) =>
          other !== name && own.isSubsetOf(all) && (own.size < all.size || place < index),
      ),
  )
  const commands = needed.map(([name]) => `${managerOf(files)} run ${name}`)
  const isTyped = [...parts.values(), test].some((own) =>
    [...own].some((part) => /\b(?:tsc|vue-tsc|tsgo)\b/.test(part)),
  )
  const hasTypes =
    files.includes('tsconfig.json') &&
    'typescript' in { ...manifest.dependencies, ...manifest.devDependencies }
  return hasTypes && !isTyped ? ['tsc --noEmit', ...commands] : commands
}

/** The commands that a script runs in the end, those of scripts around it and inside it among them. */
function partsOf(
  name: string,
  scripts: Readonly<Record<string, string>>,
  outer: readonly string[] = [],
): Set<string> {
  const found = new Set<string>()
  for (const part of [`pre${name}`, name, `post${name}`].flatMap((one) =>
    (scripts[one] ?? '').split(/&&|;/),
  )) {
    const command = part.trim()
    if (command === '') continue
    const called = calledScripts(command, scripts)
    if (called.length === 0) found.add(command)
    for (const inner of called.filter((one) => one !== name && !outer.includes(one)))
      for (const one of partsOf(inner, scripts, [...outer, name])) found.add(one)
  }
  return found
}

function calledScripts(command: string, scripts: Readonly<Record<string, string>>): string[] {
  if (!RUNS_SCRIPTS.test(command)) return []
  const words = command.split(/[\s'"]+/).map((word) => word.replace(/^npm:/, ''))
  return words.map((word) => (word === 't' ? 'test' : word)).filter((word) => word in scripts)
}

function textsOf(scripts: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(scripts).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  )
}

function readManifest(text: string | undefined): Package | undefined {
  try {
    return text === undefined ? undefined : (JSON.parse(text) as Package)
  } catch {
    return undefined // a manifest that cannot be read says nothing
  }
}
