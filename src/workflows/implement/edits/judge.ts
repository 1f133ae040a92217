/** Which of a model's proposals may be written: all of an answer, or nothing of it. */
import type { Worktree } from '../../../authoring/worktree.ts'
import { quote } from '../../../model/ids.ts'
import { isSecretName, MASK } from '../../../model/secrets/secret-file.ts'
import { readTestFile } from '../proof/source/test-file.ts'
import { lostLines, weakenings } from '../proof/weakening.ts'
import { applyChange, type Change, scriptTrouble } from './changes.ts'
import { isTestFile, isTestPath, type Scope, scopeTrouble } from './scope.ts'

export interface Rules extends Scope {
  /** `tests`: only tests are written now. `frozen`: tests stay as they are. */
  readonly phase: 'tests' | 'code' | 'frozen'
  /** Paths that 2.1 says are to be deleted. */
  readonly deletable: readonly string[]
  /** Test files that prove something already, as they were when they did. */
  readonly proven: Readonly<Record<string, string>>
}

interface Texts {
  readonly before: string | undefined
  readonly after: string | undefined
}

export interface Judged {
  /** By path: the text before and the text to be; undefined where there is no file. */
  readonly files: ReadonlyMap<string, Texts>
  /** Paths that are none of this item's business, each with the reason. */
  readonly refused: readonly string[]
  readonly problems: readonly string[]
}

export async function judgeChanges(
  worktree: Pick<Worktree, 'read' | 'pathTrouble' | 'secretIn'>,
  changes: readonly Change[],
  rules: Rules,
): Promise<Judged> {
  const files = new Map<string, Texts>()
  const refused: string[] = []
  const problems: string[] = []
  for (const change of changes) {
    const { path } = change
    const trouble = worktree.pathTrouble(path) ?? scopeTrouble(path, rules)
    if (trouble !== undefined) {
      refused.push(`${quote(path)}: ${trouble}`)
      continue
    }
    const earlier = files.get(path)
    const before = earlier === undefined ? await worktree.read(path) : earlier.after
    const untouchable = await fileTrouble(path, before, rules)
    if (untouchable !== undefined) {
      refused.push(`${quote(path)}: ${untouchable}`)
      continue
    }
    const applied = applyChange(change, before)
    if (!applied.ok) {
      problems.push(applied.problem)
      continue
    }
    const first = earlier === undefined ? before : earlier.before
    const after = applied.text
    files.set(path, { before: first, after })
    problems.push(...phaseTroubles(change, rules), ...scriptTrouble(path, before, after))
    problems.push(...(await proofTroubles(path, before, after, rules)))
  }
  if (changes.length === 0) problems.push('nothing was changed')
  for (const [path, { before, after }] of files) {
    if (before === after) problems.push(`${path}: the model returned the same file`)
    if (after?.includes(MASK) === true && before?.includes(MASK) !== true)
      problems.push(`${path}: "${MASK}" stands for what is in the file; edit around it`)
    const secret = after === undefined ? undefined : worktree.secretIn(after, before)
    if (secret !== undefined)
      problems.push(
        `${path}, line ${secret.line}: the secret ${secret.id} must not stand in a file`,
      )
  }
  return { files, refused, problems: [...new Set(problems)] }
}

function phaseTroubles({ path, action }: Change, rules: Rules): string[] {
  const isTest = isTestPath(path, rules.testPaths)
  if (rules.phase === 'tests' && !isTest) return [`${path} is no test; only tests are written now`]
  if (rules.phase === 'frozen' && isTest)
    return [`${path} is a test; the tests stay as they are in this round`]
  if (action === 'delete' && !rules.deletable.includes(path))
    return [`${path} is not to be deleted by the design`]
  return []
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

async function proofTroubles(
  path: string,
  before: string | undefined,
  after: string | undefined,
  rules: Rules,
): Promise<string[]> {
  if (!isTestPath(path, rules.testPaths)) return []
  if (after === undefined && rules.deletable.includes(path)) return []
  const isOld = rules.existing.includes(path)
  const known = rules.proven[path] ?? (isOld ? before : undefined)
  if (known === undefined) return []
  if (after === undefined) return [`${path}: the test file would be deleted`]
  const [was, is] = [await readTestFile(path, known), await readTestFile(path, after)]
  const mayChange = !isOld || rules.named.includes(path)
  return [
    ...(was === undefined || is === undefined ? [] : weakenings(path, was, is)),
    ...(mayChange || before === undefined ? [] : lostLines(path, before, after)),
  ]
}
