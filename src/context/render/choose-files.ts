/** Which files are shown themselves, which by their outline, for a ranking. */
import type { LineRange } from '../../model/context.ts'
import type { IndexedFile } from '../index/build-index.ts'
import type { RankedFile } from '../rank/rank-files.ts'
import type { Interest } from './choose-regions.ts'

export interface Body {
  readonly file: IndexedFile
  readonly interest: Interest
  /** Its part of the budget, compared with others. */
  readonly weight: number
  /** Only the lines that were asked for. */
  readonly onlyMust: boolean
}

export interface Choice {
  readonly rules: readonly Body[]
  readonly manifests: readonly Body[]
  readonly bodies: readonly Body[]
  /** With nothing but what a search has found. */
  readonly found: readonly Body[]
  /** The best first. */
  readonly outlines: readonly RankedFile[]
}

export interface Wishes {
  readonly show: 'all' | 'map' | 'asked'
  /** Files that matter, in their order. */
  readonly named: readonly IndexedFile[]
  /** Lines that were asked for. */
  readonly requested: ReadonlyMap<string, readonly LineRange[]>
  /** Lines around what a search has found, in other files. */
  readonly found: ReadonlyMap<string, readonly LineRange[]>
}

const RULES =
  /^(AGENTS|CLAUDE|GEMINI)\.md$|^(\.github\/|docs\/)?CONTRIBUTING(\.(md|rst|txt))?$|^\.github\/copilot-instructions\.md$/i
const MANIFESTS =
  /^(package\.json|pyproject\.toml|setup\.cfg|requirements\.txt|Cargo\.toml|go\.mod|pom\.xml|build\.gradle(\.kts)?|composer\.json|Gemfile|tox\.ini|ruff\.toml|mypy\.ini|eslint\.config\.\w+|biome\.jsonc?|\.golangci\.ya?ml|clippy\.toml)$/

/** Compared with the best one. */
const BODY_FROM = 0.35
const MOST_BODIES = 6
/** A score that only a name or a path gives. */
const SURE = 1.5
const TEST_FROM = 0.4
const MOST_TESTS = 2
const OUTLINE_FROM = { code: 0.2, data: 0.3, test: 0.3, doc: 0.3 }
/** A test of which nothing is spoken of is shown if it is short. */
const SHORT = 1_000
const MOST_OUTLINES = { all: 6, map: 14 }
/** Names of versions are no outline. */
const CHRONICLE = /(^|\/)(change(s|log)?|history|news|releases?)[^/]*(\/[^/]*)?$/i

export function chooseFiles(
  ranked: readonly RankedFile[],
  files: readonly IndexedFile[],
  wishes: Wishes,
): Choice {
  const { show, named, requested } = wishes
  const byPath = new Map(ranked.map((entry) => [entry.file.path, entry]))
  const fileAt = new Map(files.map((file) => [file.path, file]))
  const taken = new Set<string>()
  const take = (file: IndexedFile, body: Omit<Body, 'file' | 'interest'>): Body[] => {
    if (taken.has(file.path)) return []
    taken.add(file.path)
    const { symbols = new Map(), lines = [] } = byPath.get(file.path) ?? {}
    const must = requested.get(file.path) ?? wishes.found.get(file.path) ?? []
    return [{ file, interest: { must, symbols, lines }, ...body }]
  }
  /** Of a file that was asked for as a whole and is too long, what the question is about counts. */
  const isWhole = (path: string) =>
    requested.get(path)?.some(([from, to]) => from === 1 && to === Number.MAX_SAFE_INTEGER) === true
  const isNamed = new Set(named.map(({ path }) => path))
  const asked = [...requested.keys()].flatMap((path) => {
    const file = fileAt.get(path)
    const onlyMust = !isNamed.has(path) && !isWhole(path)
    return file === undefined ? [] : take(file, { weight: 2, onlyMust })
  })
  const given = named.flatMap((file) => take(file, { weight: 1, onlyMust: false }))
  const found = [...wishes.found.keys()].flatMap((path) => {
    const file = fileAt.get(path)
    return file === undefined ? [] : take(file, { weight: 1, onlyMust: true })
  })
  if (show === 'asked')
    return { rules: [], manifests: [], bodies: [...asked, ...given], found, outlines: [] }
  const whole = (pattern: RegExp) =>
    files
      .filter(({ path, excluded }) => pattern.test(path) && excluded === undefined)
      .flatMap((file) => take(file, { weight: 1, onlyMust: false }))
  const rules = whole(RULES)
  const manifests = whole(MANIFESTS)
  const matched =
    show === 'map'
      ? []
      : matching(ranked, named.length > 0).flatMap(({ file, directly }) =>
          take(file, { weight: Math.max(0.2, directly ** 2), onlyMust: false }),
        )
  const outlines = ranked
    .filter(
      ({ file, rank, role }) =>
        rank >= OUTLINE_FROM[role] &&
        !CHRONICLE.test(file.path) &&
        !taken.has(file.path) &&
        file.symbols.length > 0,
    )
    .slice(0, MOST_OUTLINES[show])
  return { rules, manifests, bodies: [...asked, ...given, ...matched], found, outlines }
}

/** Code that the question speaks of, and the best of its tests. Where names or files were given, words alone are not enough. */
function matching(ranked: readonly RankedFile[], hasNamed: boolean): RankedFile[] {
  const highest = Math.max(0, ...ranked.map(({ certain }) => certain))
  const areWordsEnough = highest < SURE && !hasNamed
  const isMeant = ({ directly, certain }: RankedFile) =>
    directly >= BODY_FROM && (areWordsEnough || certain >= Math.min(1, BODY_FROM * highest))
  const code = ranked.filter((entry) => /code|data/.test(entry.role) && isMeant(entry))
  const docs = ranked.filter((entry) => entry.role === 'doc' && isMeant(entry))
  const tests = ranked.filter(
    ({ role, rank, symbols, file }) =>
      role === 'test' && rank >= TEST_FROM && (symbols.size > 0 || file.tokens <= SHORT),
  )
  return [...code.slice(0, MOST_BODIES), ...docs.slice(0, 1), ...tests.slice(0, MOST_TESTS)]
}
