/** What a change of a lockfile comes to: packages by version and source, and what only a person may allow. */
import { plainLine } from '../../../model/text/plain-line.ts'
import { isReadable, lockedPackages, oddLines } from './lockfile.ts'
import { isOfAnother, type LockedPackage } from './lockfile-package.ts'

export interface LockfileChange {
  /** A line for each package, and each other fact, that differs; null where only the raw difference can tell. */
  readonly lines: readonly string[] | null
  /** Changes that no dependency explains: another file for the same version, or from elsewhere. */
  readonly doubts: readonly string[]
}

export function lockfileChange(
  path: string,
  before: string | undefined,
  after: string | undefined,
): LockfileChange {
  const was = lockedPackages(path, before ?? emptyOf(path))
  const is = lockedPackages(path, after ?? emptyOf(path))
  if (was === undefined || is === undefined)
    return { lines: null, doubts: isReadable(path) ? [`${path} is not of its format`] : [] }
  const { lines, doubts } = packageChanges(was.packages, is.packages)
  const known = new Set(oddLines(path, before ?? ''))
  const odd = oddLines(path, after ?? '').filter((line) => !known.has(line))
  const isTold = odd.length === 0 && (lines.length + doubts.length > 0 || before === after)
  const others = restLines('the lockfile', was.rest, is.rest)
  return {
    lines: isTold ? [...lines, ...others] : null,
    doubts: [...doubts, ...odd.map(oddWords)],
  }
}

function oddWords(line: string): string {
  return `a line is written as no tool writes it: ${plainLine(line, MOST_LINE)}`
}

function packageChanges(was: readonly LockedPackage[], is: readonly LockedPackage[]) {
  const old = byVersion(was)
  const now = byVersion(is)
  const gone = [...old.values()].filter((one) => !now.has(keyOf(one)))
  const added = [...now.values()].filter((one) => !old.has(keyOf(one)))
  const kept = [...now.values()].flatMap((one) => {
    const earlier = old.get(keyOf(one))
    return earlier === undefined ? [] : [{ earlier, one }]
  })
  const altered = kept.filter(({ earlier, one }) => words(earlier) !== words(one))
  const known = new Set(was.flatMap(({ sources }) => sources.map(originOf)))
  const isKnown = (source: string) =>
    known.size > 0 ? known.has(originOf(source)) : REGISTRIES.has(originOf(source))
  const isChecked = was.length === 0 || was.some(({ checksums }) => checksums.length > 0)
  return {
    lines: [
      ...gone.flatMap((one) => removedLines(one, added)),
      ...added.map((one) => addedLine(one, gone)),
      ...altered.map(({ earlier, one }) => alteredLine(earlier, one)),
      ...kept.flatMap(({ earlier, one }) => restLines(nameOf(one), earlier.rest, one.rest)),
    ],
    doubts: [
      ...altered
        .filter(({ earlier, one }) => isReplaced(earlier, one))
        .map(({ earlier, one }) => alteredLine(earlier, one)),
      ...[...added, ...altered.map(({ one }) => one)].flatMap((one) => [
        ...one.sources
          .filter((source) => !isKnown(source))
          .map((source) => `${nameOf(one)} comes from ${source}, which nothing came from before`),
        ...one.sources
          .filter((source) => isOfAnother(one, source))
          .map((source) => `${nameOf(one)} comes from ${source}, the address of another package`),
        ...(isChecked && one.checksums.length === 0 && one.sources.some(isFetched)
          ? [`${nameOf(one)} has no checksum`]
          : []),
      ]),
    ],
  }
}

/** What is said otherwise of the same package, or of none: each such fact as it is, however long. */
function restLines(whose: string, was: readonly string[], is: readonly string[]): string[] {
  const [old, now] = [new Set(was), new Set(is)]
  return [
    ...[...old].filter((fact) => !now.has(fact)).map((fact) => `${whose} no longer has ${fact}`),
    ...[...now].filter((fact) => !old.has(fact)).map((fact) => `${whose} now has ${fact}`),
  ].map((line) => plainLine(line, Number.POSITIVE_INFINITY))
}

const MOST_LINE = 200

/** Where packages come from if a project has none yet. */
const REGISTRIES: ReadonlySet<string> = new Set([
  'https://registry.npmjs.org',
  'https://registry.yarnpkg.com',
  'registry+https://github.com/rust-lang/crates.io-index',
  'https://pypi.org',
  'https://files.pythonhosted.org',
])

/** Of an address its server; of anything else, such as a git repository, all but the commit. */
function originOf(source: string): string {
  const { protocol, host } = URL.parse(source) ?? {}
  return isFetched(source) ? `${protocol}//${host}` : source.replace(/#.*/, '')
}

function isFetched(source: string): boolean {
  return /^https?:/i.test(source)
}

function emptyOf(path: string): string {
  return path.endsWith('.json') ? '{}' : ''
}

function keyOf({ name, version }: LockedPackage): string {
  return `${name}\n${version}`
}

/** One version may be in several places; then all of them count. */
function byVersion(packages: readonly LockedPackage[]): Map<string, LockedPackage> {
  const found = new Map<string, LockedPackage>()
  for (const one of packages) {
    const { sources = [], checksums = [], rest = [] } = found.get(keyOf(one)) ?? {}
    found.set(keyOf(one), {
      ...one,
      sources: [...new Set([...sources, ...one.sources])].sort(),
      checksums: [...new Set([...checksums, ...one.checksums])].sort(),
      rest: [...rest, ...one.rest],
    })
  }
  return found
}

/** What was known of it has changed; that something becomes known is no harm. */
function isReplaced(earlier: LockedPackage, one: LockedPackage): boolean {
  const differs = (was: readonly string[], is: readonly string[]) =>
    was.length > 0 && was.join() !== is.join()
  return differs(earlier.sources, one.sources) || differs(earlier.checksums, one.checksums)
}

/** A new version of the same package says so itself. */
function removedLines(one: LockedPackage, added: readonly LockedPackage[]): string[] {
  return added.some(({ name }) => name === one.name) ? [] : [`removed ${nameOf(one)}`]
}

function addedLine(one: LockedPackage, gone: readonly LockedPackage[]): string {
  const was = gone.filter(({ name }) => name === one.name).map(({ version }) => version)
  const what =
    was.length === 0 ? `added ${nameOf(one)}` : `${one.name} ${was.join(', ')} → ${one.version}`
  return `${what}: ${words(one)}`
}

function alteredLine(earlier: LockedPackage, one: LockedPackage): string {
  return `${nameOf(one)} is another file of the same version: ${words(earlier)} → ${words(one)}`
}

function nameOf({ name, version }: LockedPackage): string {
  return `${name} ${version}`.trim()
}

function words({ sources, checksums }: LockedPackage): string {
  return [...sources, ...checksums].join(' ') || 'no address, no checksum'
}
