/** Files as a model's proposals would have them: what must not be so, and what of it can be corrected. */
import type { Worktree } from '../../../authoring/worktree.ts'
import { MASK } from '../../../model/secrets/secret-file.ts'
import { readTestFile } from '../proof/source/test-file.ts'
import { lostLines, weakenings } from '../proof/weakening.ts'
import { scriptTrouble } from './changes.ts'
import { isTestPath, type Rules } from './scope.ts'

export interface Texts {
  readonly before: string | undefined
  readonly after: string | undefined
}

/** By path: a file as a refused answer would have it; null where it would be gone. The next answer is applied to it. */
export type Draft = Readonly<Record<string, string | null>>

/** All files as they would be, whichever answer has changed them. */
export async function judgeFiles(
  worktree: Pick<Worktree, 'secretIn'>,
  { files, draft }: { readonly files: ReadonlyMap<string, Texts>; readonly draft: Draft },
  rules: Rules,
): Promise<{
  same: string[]
  found: string[]
  parsable: string[]
  next: Record<string, string | null>
}> {
  const same: string[] = []
  const found: string[] = []
  const parsable: string[] = []
  const next: Record<string, string | null> = {}
  for (const [path, texts] of files) {
    if (texts.before === texts.after) {
      same.push(path)
      continue
    }
    const forbidden = phaseTroubles(path, texts, rules)
    const secret = secretTroubles(worktree, path, texts)
    const wrong = [
      ...scriptTrouble(path, texts.before, texts.after),
      ...(await proofTroubles(path, texts, rules)),
      ...secret,
    ]
    found.push(...forbidden, ...wrong)
    if (forbidden.length + secret.length === 0) parsable.push(path)
    // A file that was there goes back to what it was; a new one can be corrected.
    const isKept = forbidden.length === 0 && (wrong.length === 0 || texts.before === undefined)
    const kept = isKept ? (texts.after ?? null) : draft[path]
    if (kept !== undefined) next[path] = kept
  }
  return { same, found, parsable, next }
}

function secretTroubles(
  worktree: Pick<Worktree, 'secretIn'>,
  path: string,
  { before, after }: Texts,
): string[] {
  if (after === undefined) return []
  const isMasked = after.includes(MASK) && before?.includes(MASK) !== true
  const secret = worktree.secretIn(after, before)
  return [
    ...(isMasked ? [`${path}: "${MASK}" stands for what is in the file; edit around it`] : []),
    ...(secret === undefined
      ? []
      : [`${path}, line ${secret.line}: the secret ${secret.id} must not stand in a file`]),
  ]
}

function phaseTroubles(path: string, { after }: Texts, rules: Rules): string[] {
  const isTest = isTestPath(path, rules.testPaths)
  if (rules.phase === 'tests' && !isTest) return [`${path} is no test; only tests are written now`]
  if (rules.phase === 'frozen' && isTest)
    return [`${path} is a test; the tests stay as they are in this round`]
  if (after === undefined && !rules.deletable.includes(path))
    return [`${path} is not to be deleted by the design`]
  return []
}

async function proofTroubles(
  path: string,
  { before, after }: Texts,
  rules: Rules,
): Promise<string[]> {
  if (!isTestPath(path, rules.testPaths)) return []
  if (after === undefined && rules.deletable.includes(path)) return []
  const isOld = rules.existing.includes(path)
  const known = rules.proven[path] ?? (isOld ? before : undefined)
  if (known === undefined) return []
  if (after === undefined) return [`${path}: the test file would be deleted`]
  const original = isOld ? await rules.original(path) : undefined
  const [was, is] = [await readTestFile(path, known), await readTestFile(path, after)]
  const base = original === undefined ? undefined : await readTestFile(path, original)
  const own = { base, findings: rules.findings }
  const mayChange = !isOld || rules.named.includes(path)
  return [
    ...(was === undefined || is === undefined ? [] : weakenings(path, was, is, own)),
    ...(mayChange || original === undefined ? [] : lostLines(path, original, after)),
  ]
}
