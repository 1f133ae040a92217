/** Words for prompts: what may be written, what it looks like now, what was wrong. */

import { isSecretName, maskSecrets } from '../../model/secrets/secret-file.ts'
import { untrusted } from '../document/untrusted.ts'
import type { CarriedFinding } from '../review/dispositions.ts'
import { oneLine } from '../review/findings.ts'
import { type Build, namedPaths } from './build.ts'
import { maskedWords } from './diff/masked-diff.ts'
import { isTestPath } from './edits/scope.ts'
import { newTests } from './proof/trying.ts'

/** All files of one prompt together; what does not fit is named. */
const MOST_FILES = 50_000

export function findingsShown(problems: readonly string[]): string {
  if (problems.length === 0) return ''
  const lines = problems.map((problem) => `- ${oneLine(problem)}`)
  return `Your previous answer was refused as a whole, and nothing of it was written:\n\n${lines.join('\n')}`
}

/** The paths are words of who wrote the code: no facts for who reviews it. */
export function refusedShown(refused: readonly string[]): string {
  if (refused.length === 0) return ''
  const lines = refused.map((refusal) => `- ${oneLine(refusal)}`)
  return `These files were proposed, refused and not written:\n\n${untrusted('refused', lines.join('\n'))}`
}

/** What the approval of the design has left to whoever builds it. */
export function carriedShown(carried: readonly CarriedFinding[]): string {
  if (carried.length === 0) return ''
  const lines = carried.map(
    ({ id, tier, title, recommendation, declined }) =>
      `- ${id} (tier ${tier}): ${oneLine(title)} ${oneLine(recommendation)}${declined === undefined ? '' : ` (The author declined: ${oneLine(declined)})`}`,
  )
  return `The design was approved with these findings still open; mind them while building:\n\n${untrusted('carried', lines.join('\n'))}`
}

export function pathsShown(build: Build, phase: 'tests' | 'code' | 'frozen'): string {
  const { settings } = build
  const isTest = (path: string) => isTestPath(path, settings.testPaths)
  const named = namedPaths(build)
  if (phase === 'tests') {
    const tests = named.filter(isTest).map(code)
    return [...tests, 'other test files where the project keeps its tests'].join(', ')
  }
  const files = named.filter((path) => !isTest(path)).map(code)
  return [...files, ...(phase === 'code' ? ['test files'] : [])].join(', ')
}

function code(path: string): string {
  return `\`${path}\``
}

/** The files of 2.1 and the new tests as they are now. */
export async function filesShown(build: Build): Promise<string> {
  const { worktree } = build
  const paths = [...new Set([...namedPaths(build), ...(await newTests(build))])]
  const shown: string[] = []
  let length = 0
  for (const path of paths) {
    if (worktree.pathTrouble(path) !== undefined) continue
    if (isSecretName(path)) {
      shown.push(`${path}: not shown, for its name is that of a file with secrets.`)
      continue
    }
    const text = await worktree.read(path)
    length += text?.length ?? 0
    if (text === undefined) shown.push(`${path}: not there yet.`)
    else if (length > MOST_FILES) shown.push(`${path}: left out for length.`)
    else {
      const masked = maskSecrets(text)
      shown.push(`${path}:\n\n${untrusted(path, masked.text)}${maskedWords(path, masked)}`)
    }
  }
  return shown.join('\n\n')
}
