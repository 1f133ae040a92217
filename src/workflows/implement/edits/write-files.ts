import type { Worktree } from '../../../authoring/worktree.ts'
import type { Judged } from './judge.ts'

const TYPESCRIPT =
  "require('node:module').stripTypeScriptTypes(require('node:fs').readFileSync(process.argv[1], 'utf8'), { mode: 'transform' })"

/** Writes all of it or nothing, and says why, all at once; what does not parse counts as nothing. */
export async function writeFiles(
  worktree: Worktree,
  { files, refused, problems, parsable }: Judged,
): Promise<string[]> {
  const reasons = [...refused.map((refusal) => `${refusal}; nothing was written`), ...problems]
  for (const path of parsable) await put(worktree, path, files.get(path)?.after)
  const found = [...reasons, ...(await syntaxTroubles(worktree, parsable))]
  if (found.length > 0)
    for (const path of parsable) await put(worktree, path, files.get(path)?.before)
  return found
}

async function put(worktree: Worktree, path: string, text: string | undefined): Promise<void> {
  if (text === undefined) await worktree.remove(path)
  else await worktree.write(path, text)
}

/** Parse errors, found before anything is run. */
async function syntaxTroubles(
  worktree: Pick<Worktree, 'read' | 'command'>,
  paths: readonly string[],
): Promise<string[]> {
  const found: string[] = []
  for (const path of paths) {
    const text = await worktree.read(path)
    if (text === undefined) continue
    const trouble = path.endsWith('.json')
      ? jsonTrouble(text)
      : await programTrouble(worktree, path)
    if (trouble !== undefined) found.push(`${path} does not parse: ${trouble}`)
  }
  return found
}

function jsonTrouble(text: string): string | undefined {
  try {
    JSON.parse(text)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** By the language's own parser. What has none at hand is tried when the tests are run. */
async function programTrouble(
  { command }: Pick<Worktree, 'command'>,
  path: string,
): Promise<string | undefined> {
  const [program, ...args] = parserOf(path)
  if (program === undefined) return undefined
  const options = { allowFailure: true, capture: 4_000, timeoutMs: 60_000 }
  const { exitCode, output } = await command(program, args, options)
  if (exitCode === 0 || exitCode === 127) return undefined
  const lines = output.split('\n').filter((line) => line.trim() !== '')
  return lines.find((line) => /error/i.test(line))?.trim() ?? lines.at(-1) ?? 'unknown'
}

function parserOf(path: string): string[] {
  if (/\.[cm]?js$/.test(path)) return [process.execPath, '--check', path]
  if (/\.[cm]?ts$/.test(path))
    return [process.execPath, '--disable-warning=ExperimentalWarning', '-e', TYPESCRIPT, path]
  if (path.endsWith('.py'))
    return ['python3', '-c', 'import ast,sys; ast.parse(open(sys.argv[1]).read())', path]
  return []
}
