/** What the coder is shown of the repository: first what the design is about, then what comes up and was not shown. */
import { posix } from 'node:path'
import type { ContextRequests, RepositoryContext, ShownFile } from '../../model/context.ts'
import type { Places } from '../document/reading/asked-places.ts'
import { namedLines } from '../document/reading/named-lines.ts'
import { namedPaths as pathsIn } from '../document/reading/named-paths.ts'
import { namedSymbols } from '../document/reading/named-symbols.ts'
import { NOTHING_SHOWN } from '../document/reading/reading.ts'
import { type ProjectFacts, projectFacts } from '../project/project-facts.ts'
import { withFacts } from '../project/project-words.ts'
import { type Build, namedPaths, subjectOf } from './build.ts'
import { isTestPath } from './edits/scope.ts'

/** In tokens. */
const BUDGETS = { opening: 14_000, named: 8_000, needs: 12_000 }
/** Of one file. */
const MOST_TESTS = 2
/** Of what the designer has read: with more, files that are to be changed would have no room. */
const MOST_READ = { lines: 400, symbols: 8 }

/**
 * The files of 2.1, first of them those that the designer has read, then what else it has read, the tests beside them, what
 * was changed or shown since, and the rest as tree: as the commit has them that the next answer is applied to.
 */
export async function openingContext(build: Build): Promise<RepositoryContext> {
  const { worktree, commit, shown, settings } = build
  const { files, changed } = await filesNow(build)
  const named = namedPaths(build)
  const there = new Set(files)
  const read = build.read.files.filter(({ path }) => there.has(path))
  const isRead = (path: string) => read.some((place) => place.path === path)
  const { parts, whole } = readBefore(read)
  const wanted = new Set([
    ...named.filter(isRead),
    ...named,
    ...whole,
    ...testsBeside(
      named,
      files.filter((path) => isTestPath(path, settings.testPaths)),
    ),
    ...changed,
    ...shown.filter(({ lines }) => lines.length > 0).map(({ path }) => path),
  ])
  const existingFiles = [...wanted].filter((path) => there.has(path))
  const question = subjectOf(build)
  const symbols = build.read.symbols.slice(0, MOST_READ.symbols)
  const requests = { files: parts, symbols, searches: [] }
  const options = { files: existingFiles, symbols: namedSymbols(question), requests, at: commit }
  const asked = { ...options, show: 'named', budget: BUDGETS.opening } as const
  return withFacts(await worktree.context(question, asked), await factsAtBase(build))
}

function factsAtBase({ run, base, existing, settings }: Build): Promise<ProjectFacts> {
  const read = (path: string) => run.repo.readAt(base, path)
  return projectFacts({ files: existing, read, settings })
}

/** Symbols, lines and files that a text names exactly and that the coder does not know: neither shown nor written by itself. */
export async function namedContext(
  build: Build,
  about: string,
  except: readonly string[],
): Promise<RepositoryContext> {
  const { worktree, commit, shown, written, existing } = build
  const { files } = await filesNow(build)
  const isKnown = (path: string) =>
    shown.some((file) => file.path === path && isWhole(file)) ||
    (written.has(path) && !existing.includes(path))
  const named = pathsIn(about, files).filter((path) => !isKnown(path) && !except.includes(path))
  const symbols = namedSymbols(about)
  if (named.length + symbols.length === 0) return NOTHING_SHOWN
  const requests = { files: namedLines(about, named), symbols: [], searches: [] }
  const options = { show: 'exact', files: named, symbols, requests, at: commit } as const
  return worktree.context(about, { ...options, already: shown, budget: BUDGETS.named })
}

/** What the coder has asked for, as it is now; `seen`: shown with the question before. */
export async function askedContext(
  build: Build,
  requests: ContextRequests,
  seen: readonly ShownFile[],
): Promise<RepositoryContext> {
  const { worktree, commit, shown } = build
  const options = { show: 'asked', requests, at: commit, already: [...shown, ...seen] } as const
  return worktree.context(subjectOf(build), { ...options, budget: BUDGETS.needs })
}

/** Parts are shown before all else, so they may only be few; files that were read beyond that, in the order of the rest. */
function readBefore(read: Places['files']) {
  const parts: Places['files'][number][] = []
  const whole: string[] = []
  let left = MOST_READ.lines
  for (const place of read) {
    const { path, from, to } = place
    const length = from === null || to === null ? Number.POSITIVE_INFINITY : to - from + 1
    if (length > left) whole.push(path)
    else {
      parts.push(place)
      left -= length
    }
  }
  return { parts, whole }
}

async function filesNow({ worktree, base, commit, existing }: Build) {
  const changes = await worktree.changesBetween(base, commit)
  const gone = new Set(changes.filter(({ change }) => change === 'deleted').map(({ path }) => path))
  const changed = changes.map(({ path }) => path).filter((path) => !gone.has(path))
  const files = new Set([...existing.filter((path) => !gone.has(path)), ...changed])
  return { files: [...files], changed }
}

/** `test/list.test.js` and `tests/test_list.py` are tests of `src/list.js` and `list.py`; the nearest ones first. */
export function testsBeside(paths: readonly string[], tests: readonly string[]): string[] {
  return paths.flatMap((path) =>
    tests
      .filter((test) => test !== path && stemOf(test) === stemOf(path))
      .map((test) => ({ test, near: sharedFolders(test, path) }))
      .sort((one, other) => other.near - one.near)
      .slice(0, MOST_TESTS)
      .map(({ test }) => test),
  )
}

function stemOf(path: string): string {
  const name = posix.basename(path).replace(/\.\w+$/, '')
  return name.replace(/[._-](test|spec)$/, '').replace(/^test_/, '')
}

function sharedFolders(path: string, other: string): number {
  const folders = new Set(posix.dirname(other).split('/'))
  return posix
    .dirname(path)
    .split('/')
    .filter((folder) => folders.has(folder)).length
}

function isWhole({ lines, of }: ShownFile): boolean {
  return lines.reduce((sum, [from, to]) => sum + to - from + 1, 0) === of
}
