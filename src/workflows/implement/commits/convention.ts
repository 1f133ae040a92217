/** The convention that a repository's commit messages follow, by its configuration and its history. */
import type { Repository } from '../../../authoring/repository.ts'
import type { ImplementSettings } from '../settings.ts'

export const CONVENTIONAL = 'conventional'

const COMMITLINT = /^(commitlint\.config\.[cm]?[jt]s|\.commitlintrc(\.(json|ya?ml|[cm]?[jt]s))?)$/
const SUBJECT =
  /^(?:build|chore|ci|docs|feat|fix|perf|refactor|revert|style|test)(?:\((?<scope>[^()]*)\))?!?: +(?<subject>\S.*)$/
const MOST_SUBJECTS = 50
/** One or two commits are no convention. */
const LEAST_SUBJECTS = 3

export interface Convention {
  readonly style: string
  /** What it is known from. */
  readonly from: string
}

/** The parts of a conventional subject; undefined if it is none. */
export function readSubject(
  text: string,
): { readonly scope: string | undefined; readonly subject: string } | undefined {
  const { scope, subject } = SUBJECT.exec(text)?.groups ?? {}
  return subject === undefined ? undefined : { scope, subject }
}

/** What the config says comes before what is there. */
export function conventionOf(
  { commitMessage: style }: Pick<ImplementSettings, 'commitMessage'>,
  detected: Convention,
): Convention {
  return style === undefined ? detected : { style, from: 'implement.commitMessage' }
}

/** By a configuration of commitlint, or by the subjects of the base's last commits. */
export async function detectConvention(
  repo: Pick<Repository, 'commitOf' | 'subjects'>,
  options: {
    readonly base: string | undefined
    readonly files: readonly string[]
    readonly packageJson: string | undefined
  },
): Promise<Convention> {
  const { base, files, packageJson } = options
  const config = files.find((path) => COMMITLINT.test(path))
  if (config !== undefined) return { style: CONVENTIONAL, from: config }
  if (hasCommitlint(packageJson)) return { style: CONVENTIONAL, from: 'commitlint in package.json' }
  const tip = await repo.commitOf(base ?? 'HEAD')
  const subjects = tip === undefined ? [] : await repo.subjects(tip, MOST_SUBJECTS)
  return isConventional(subjects)
    ? { style: CONVENTIONAL, from: `the last ${subjects.length} commits` }
    : { style: 'plain', from: 'no convention was found' }
}

/** Whether most of the subjects are. */
export function isConventional(subjects: readonly string[]): boolean {
  const fitting = subjects.filter((subject) => SUBJECT.test(subject))
  return subjects.length >= LEAST_SUBJECTS && 2 * fitting.length > subjects.length
}

function hasCommitlint(packageJson: string | undefined): boolean {
  try {
    return Object.hasOwn(JSON.parse(packageJson ?? '{}'), 'commitlint')
  } catch {
    return false // a broken manifest is reported by what runs it
  }
}
