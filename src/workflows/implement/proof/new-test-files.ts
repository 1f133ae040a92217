/** The test files that an item has written, against the base. */
import type { ChangedFile } from '../../../authoring/worktree.ts'
import type { Build } from '../build.ts'
import { isTestFile, isTestPath } from '../edits/scope.ts'
import { readWritten, type WrittenFile } from './written-tests.ts'

/** Test files that this item has written so far, as the worktree has them. */
export async function newTestFiles(build: Build): Promise<Record<string, WrittenFile>> {
  const { worktree, base } = build
  return testFilesAmong(build, await worktree.changesSince(base), (path) => worktree.read(path))
}

/** The same as the build's commit has them, whatever is in the worktree. */
export async function committedTestFiles(
  build: Build,
  changed: readonly ChangedFile[],
): Promise<Record<string, WrittenFile>> {
  const { worktree, commit } = build
  return testFilesAmong(build, changed, (path) => worktree.readAt(commit, path))
}

/** Those that a runner can be given; a fixture is none. */
async function testFilesAmong(
  { worktree, base, settings }: Build,
  changed: readonly ChangedFile[],
  read: (path: string) => Promise<string | undefined>,
): Promise<Record<string, WrittenFile>> {
  const paths = changed
    .filter(({ path, change }) => change !== 'deleted' && isTestPath(path, settings.testPaths))
    .map(({ path }) => path)
  const files = await Promise.all(
    paths.map(async (path) => {
      const text = (await read(path)) ?? ''
      return [path, await readWritten(path, text, await worktree.readAt(base, path))] as const
    }),
  )
  return Object.fromEntries(
    files.filter(([path, { names }]) => isTestFile(path) || names.length > 0),
  )
}
