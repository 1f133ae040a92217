/** Where a project keeps its files, by those that are there. */
import { posix } from 'node:path'

/** Files that say nothing about where code and its tests belong. */
const ASIDE =
  /(^|\/)(\.[^/]+|node_modules|dist|build|out|coverage|vendor|venv|docs?|examples?|demos?|fixtures?|__fixtures__|__snapshots__|__mocks__|e2e|cypress|playwright|bench(marks?)?|scripts?|migrations|public|static)\//

const TEST_FOLDER = /^(tests?|__tests__|specs?)$/

export function withoutAside(files: readonly string[]): string[] {
  return files.filter((path) => !ASIDE.test(path))
}

/** The folder of a file; empty for the root. */
export function folderOf(path: string): string {
  const folder = posix.dirname(path)
  return folder === '.' ? '' : folder
}

export function inFolder(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`
}

/** Of several as frequent as each other, the shortest, then the first by name. */
export function commonest(texts: readonly string[]): string | undefined {
  const groups = [...Map.groupBy(texts, (text) => text)]
  groups.sort(
    ([one, ones], [other, others]) =>
      others.length - ones.length || one.length - other.length || (one < other ? -1 : 1),
  )
  return groups[0]?.[0]
}

/** What tests in a folder test: `packages/a` for `packages/a/test/unit`; the folder itself if they stand beside their code. */
export function testedFolder(tests: string): string {
  const names = tests.split('/')
  const at = names.findIndex((name) => TEST_FOLDER.test(name))
  return at < 0 ? tests : names.slice(0, at).join('/')
}
