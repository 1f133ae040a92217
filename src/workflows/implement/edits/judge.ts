/** Which of a model's proposals may be written: all of an answer, or nothing of it. */
import type { Worktree } from '../../../authoring/worktree.ts'
import { quote } from '../../../model/ids.ts'
import { isSecretName } from '../../../model/secrets/secret-file.ts'
import { readTestFile } from '../proof/source/test-file.ts'
import { applyChange, type Change } from './changes.ts'
import { type Draft, judgeFiles, type Texts } from './judge-files.ts'
import { isTestFile, isTestPath, type Rules, scopeTrouble } from './scope.ts'

export interface Judged {
  /** By path: the text before and the text to be; undefined where there is no file. */
  readonly files: ReadonlyMap<string, Texts>
  /** Paths that are none of this item's business, each with the reason. */
  readonly refused: readonly string[]
  readonly problems: readonly string[]
  /** Paths of files that may be written to see whether they parse, whatever else is wrong. */
  readonly parsable: readonly string[]
  /** What can be corrected by edits, if all of it is refused. */
  readonly draft: Draft
  /** Files whose edits do not fit their text. */
  readonly unfit: readonly string[]
}

export async function judgeChanges(
  worktree: Pick<Worktree, 'read' | 'pathTrouble' | 'secretIn'>,
  proposal: {
    readonly changes: readonly Change[]
    /** Of the answer before, which was refused. */
    readonly draft?: Draft
    /** Nothing has to change. */
    readonly mayBeEmpty?: boolean
  },
  rules: Rules,
): Promise<Judged> {
  const { changes, draft = {}, mayBeEmpty = false } = proposal
  const files = new Map<string, Texts>()
  for (const [path, after] of Object.entries(draft))
    files.set(path, { before: await worktree.read(path), after: after ?? undefined })
  const refused: string[] = []
  const problems: string[] = []
  const unfit: string[] = []
  for (const change of changes) {
    const { path } = change
    const { before, after: text } = files.get(path) ?? (await asItIs(worktree, path))
    const trouble =
      worktree.pathTrouble(path) ??
      scopeTrouble(path, rules) ??
      (await fileTrouble(path, before, rules))
    if (trouble !== undefined) {
      refused.push(`${quote(path)}: ${trouble}`)
      continue
    }
    const applied = applyChange(change, text)
    if (applied.ok) files.set(path, { before, after: applied.text })
    else {
      problems.push(...applied.problems)
      if (change.action === 'edit') unfit.push(path)
    }
  }
  const { same, next, found, parsable } = await judgeFiles(worktree, { files, draft }, rules)
  problems.push(...found)
  for (const path of same) files.delete(path)
  const isEmpty = files.size === 0 && problems.length + refused.length === 0
  if (isEmpty && !mayBeEmpty)
    problems.push(
      ...(same.length === 0
        ? ['nothing was changed']
        : same.map((path) => `${path}: the model returned the same file`)),
    )
  return { files, refused, problems: [...new Set(problems)], parsable, draft: next, unfit }
}

async function asItIs(worktree: Pick<Worktree, 'read' | 'pathTrouble'>, path: string) {
  const text = worktree.pathTrouble(path) === undefined ? await worktree.read(path) : undefined
  return { before: text, after: text }
}

/** What prepares, chooses or counts tests decides what a proof is worth. */
const RUNNER =
  /(^|\/)(conftest\.py|pytest\.ini|\.?(vitest|jest|mocha|ava|playwright)(rc|\.(?!(?:test|spec)\.)\w+)*\.[cm]?[jt]s(on)?)$/

async function fileTrouble(
  path: string,
  before: string | undefined,
  rules: Rules,
): Promise<string | undefined> {
  if (before !== undefined && isSecretName(path))
    return 'its name is that of a file with secrets, which no model is shown'
  return (await isRunWith(path, before, rules))
    ? 'it is no test but what tests are run with'
    : undefined
}

/** A file among the tests that is none: only a design that names it may change it. */
async function isRunWith(path: string, before: string | undefined, rules: Rules): Promise<boolean> {
  if (rules.named.includes(path) || !isTestPath(path, rules.testPaths)) return false
  if (RUNNER.test(path)) return true
  if (isTestFile(path) || before === undefined) return false
  return rules.existing.includes(path) && (await readTestFile(path, before))?.tests.length === 0
}
