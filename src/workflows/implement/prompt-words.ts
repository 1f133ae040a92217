/** Words for prompts: what may be written, what was refused, what the design has left to mind. */
import { untrusted, untrustedWhole } from '../document/untrusted.ts'
import type { CarriedFinding } from '../review/dispositions.ts'
import { oneLine } from '../review/findings.ts'
import { type Build, namedPaths } from './build.ts'
import { isTestPath } from './edits/scope.ts'

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
    ({ id, tier, title, detail, recommendation, declined }) =>
      `- ${id} (tier ${tier}): ${title}\n${detail}\nRecommended: ${recommendation}${declined === undefined ? '' : `\nThe author declined: ${declined}`}`,
  )
  return `The design was approved with these findings still open; mind them while building:\n\n${untrustedWhole('carried', lines.join('\n\n'))}`
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
