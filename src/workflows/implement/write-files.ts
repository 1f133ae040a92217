import type { Worktree } from '../../authoring/worktree.ts'
import type { Judged } from './judge.ts'
import { syntaxTroubles } from './syntax.ts'

/** Writes all of it or nothing, and says why; what does not parse counts as nothing. */
export async function writeFiles(
  worktree: Worktree,
  { files, refused, problems }: Judged,
): Promise<string[]> {
  const found = [...refused.map((refusal) => `${refusal}; nothing was written`), ...problems]
  if (found.length > 0) return found
  for (const [path, { after }] of files) await put(worktree, path, after)
  const broken = await syntaxTroubles(worktree, [...files.keys()])
  if (broken.length > 0) for (const [path, { before }] of files) await put(worktree, path, before)
  return broken
}

async function put(worktree: Worktree, path: string, text: string | undefined): Promise<void> {
  if (text === undefined) await worktree.remove(path)
  else await worktree.write(path, text)
}
