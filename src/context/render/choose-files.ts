/** Which files are shown themselves, which by their outline, for a ranking. */
import type { ContextOptions, LineRange } from '../../model/context.ts'
import type { IndexedFile } from '../index/build-index.ts'
import { GUIDES, isChronicle, MANIFESTS, RULES, roleOf } from '../rank/file-role.ts'
import type { RankedFile } from '../rank/rank-files.ts'
import type { FoundLine } from '../source-tree.ts'
import { ASKED, askedWeight, givenWeight } from './body-weights.ts'
import { aroundLine, headOf, type Interest, openingOf } from './choose-regions.ts'

export interface Body {
  readonly file: IndexedFile
  readonly interest: Interest
  /** Its part of the budget, compared with others. */
  readonly weight: number
  /** Only the lines that were asked for. */
  readonly onlyMust: boolean
  /** Tokens that it may have at most. */
  readonly most?: number
  /** By a request. */
  readonly isAsked?: boolean
}

export interface Choice {
  readonly rules: readonly Body[]
  readonly manifests: readonly Body[]
  readonly bodies: readonly Body[]
  /** With nothing but what a search has found. */
  readonly found: readonly Body[]
  /** Other files that the question speaks of, and those in which the mentioned symbols are called: if there is room. */
  readonly more: readonly Body[]
  /** The best first. */
  readonly outlines: readonly RankedFile[]
}

export interface Wishes {
  readonly show: NonNullable<ContextOptions['show']>
  /** Files that matter, in their order. */
  readonly named: readonly IndexedFile[]
  /** Lines of theirs that matter most. */
  readonly places: readonly FoundLine[]
  /** Lines that were asked for. */
  readonly requested: ReadonlyMap<string, readonly LineRange[]>
  /** Lines around what a search has found, in other files. */
  readonly found: ReadonlyMap<string, readonly LineRange[]>
  /** Definitions of symbols that matter, by path: places in its list of symbols. */
  readonly mentioned: ReadonlyMap<string, readonly number[]>
  /** Lines in which they are called. */
  readonly called: readonly FoundLine[]
  /** Paths of which lines were shown before. */
  readonly seen: ReadonlySet<string>
  /** Sections of documents among the files that matter, by path. */
  readonly sections: ReadonlyMap<string, readonly LineRange[]>
}

const MOST_GUIDES = 2
/** Of a file that begins with code. */
const FIRST_LINES = 20

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
const MOST_OUTLINES = { all: 6, map: 14, named: 0 }

/** Of a file that is only named, more than its head if it has no more tokens. */
const MOST_UNASKED = 1_500
const MENTIONED = 0.5
/** At least as much as a name in backticks, however many define it. */
const MENTIONED_SCORE = 6
const MOST_CALLERS = {
  all: { code: 4, test: 3 },
  named: { code: 2, test: 0 },
  map: { code: 0, test: 0 },
}
/** Where files and symbols were given, further ones are hardly meant. */
const MOST_FURTHER = 2

export function chooseFiles(
  ranked: readonly RankedFile[],
  files: readonly IndexedFile[],
  wishes: Wishes,
): Choice {
  const { show, named, requested } = wishes
  const byPath = new Map(ranked.map((entry) => [entry.file.path, entry]))
  const fileAt = new Map(files.map((file) => [file.path, file]))
  const callsIn = linesByPath(wishes.called)
  const placesIn = linesByPath(wishes.places)
  const isNamed = new Set(named.map(({ path }) => path))
  const taken = new Set<string>()
  const take = (file: IndexedFile, body: Omit<Body, 'file' | 'interest'>): Body[] => {
    if (taken.has(file.path)) return []
    taken.add(file.path)
    const { symbols = new Map(), lines = [] } = byPath.get(file.path) ?? {}
    const own = wishes.mentioned.get(file.path) ?? []
    const must = requested.get(file.path) ?? wishes.found.get(file.path)
    const calls = callsIn.get(file.path) ?? []
    if (body.onlyMust) {
      const callers = show === 'asked' ? [] : calls.map((line) => aroundLine(file.symbols, line))
      const defined = own.map((index) => openingOf(file.symbols, index))
      const ranges =
        show === 'exact' ? [...(must ?? []), ...defined] : (must ?? [...defined, ...callers])
      return [{ file, interest: { must: ranges, symbols, lines }, ...body }]
    }
    const scores = new Map(symbols)
    for (const index of own) scores.set(index, Math.max(MENTIONED_SCORE, scores.get(index) ?? 0))
    const places = placesIn.get(file.path) ?? []
    const around = places.map((line) => aroundLine(file.symbols, line))
    const first = [...(must ?? around), ...(wishes.sections.get(file.path) ?? [])]
    const headFirst = show === 'named' && isNamed.has(file.path)
    return [{ file, interest: { must: first, symbols: scores, lines, calls, headFirst }, ...body }]
  }
  /** Of a file that was asked for as a whole and is too long, what the question is about counts. */
  const isWhole = (path: string) =>
    requested.get(path)?.some(([from, to]) => from === 1 && to === Number.MAX_SAFE_INTEGER) === true
  const asked = [...requested.keys()].flatMap((path) => {
    const file = fileAt.get(path)
    const onlyMust = show === 'exact' || (!isNamed.has(path) && !isWhole(path))
    const weight = file === undefined || isWhole(path) ? ASKED.whole : askedWeight(file, isNamed)
    return file === undefined ? [] : take(file, { weight, onlyMust, isAsked: true })
  })
  const given = named.flatMap((file, index) =>
    show === 'exact'
      ? exactly(file)
      : take(file, { ...givenWeight(file, index, wishes.sections), onlyMust: false }),
  )
  const mentioned = [...wishes.mentioned.keys()].flatMap((path) => {
    const file = fileAt.get(path)
    return file === undefined ? [] : take(file, { weight: MENTIONED, onlyMust: true })
  })
  const found = [...wishes.found.keys()].flatMap((path) => {
    const file = fileAt.get(path)
    return file === undefined ? [] : take(file, { weight: 1, onlyMust: true, isAsked: true })
  })
  if (show === 'asked' || show === 'exact')
    return {
      ...{ rules: [], manifests: [], more: [], outlines: [] },
      ...{ bodies: [...asked, ...given, ...mentioned], found },
    }
  const whole = (pattern: RegExp) =>
    files
      .filter(({ path, excluded }) => pattern.test(path) && excluded === undefined)
      .flatMap((file) => take(file, { weight: 1, onlyMust: false }))
  const rules = whole(RULES)
  const manifests = whole(MANIFESTS)
  const matched =
    show === 'all'
      ? matching(ranked, wishes).flatMap(({ file, directly }) =>
          take(file, { weight: Math.max(0.2, directly ** 2), onlyMust: false }),
        )
      : []
  const callers = callersOf(show, callsIn, fileAt).flatMap((body) => keep(body))
  const outlines = ranked
    .filter(
      ({ file, rank, role }) =>
        rank >= OUTLINE_FROM[role] &&
        !isChronicle(file.path) &&
        !taken.has(file.path) &&
        file.symbols.length > 0,
    )
    .slice(0, MOST_OUTLINES[show])
  const isOutlined = new Set(outlines.map(({ file }) => file.path))
  const guides =
    show === 'map'
      ? ranked.filter(({ file: { path, symbols } }) => {
          return (
            GUIDES.test(path) && symbols.length > 0 && !taken.has(path) && !isOutlined.has(path)
          )
        })
      : []
  const isGuessed = named.length + wishes.mentioned.size === 0
  return {
    ...{ rules, manifests, found },
    outlines: [...outlines.slice(0, 3), ...guides.slice(0, MOST_GUIDES), ...outlines.slice(3)],
    bodies: [...asked, ...given, ...mentioned, ...(isGuessed ? matched : [])],
    more: [...callers, ...(isGuessed ? [] : matched)],
  }

  /** By the lines and definitions that are named; where there are none and nothing was shown, by its head. */
  function exactly(file: IndexedFile): Body[] {
    if (taken.has(file.path)) return []
    const defined = (wishes.mentioned.get(file.path) ?? []).map((at) => openingOf(file.symbols, at))
    const places = (placesIn.get(file.path) ?? []).map((line) => aroundLine(file.symbols, line))
    const sections = wishes.sections.get(file.path) ?? []
    const named = [...places, ...defined, ...sections]
    const isUnseen = named.length === 0 && !wishes.seen.has(file.path)
    const isShort = isUnseen && file.tokens <= MOST_UNASKED
    const beginning = [1, headOf(file)[1] || Math.min(FIRST_LINES, file.lines)] as const
    const must = isUnseen ? [beginning] : named
    if (must.length === 0) return []
    const interest = { must, symbols: new Map(), lines: [] }
    return keep({ file, interest, weight: MENTIONED, onlyMust: !isShort })
  }

  function keep(body: Body): Body[] {
    if (taken.has(body.file.path)) return []
    taken.add(body.file.path)
    return [body]
  }
}

/** Code first, then tests: those with the most calls. */
function callersOf(
  show: keyof typeof MOST_CALLERS,
  calls: ReadonlyMap<string, readonly number[]>,
  fileAt: ReadonlyMap<string, IndexedFile>,
): Body[] {
  const callers = [...calls].flatMap(([path, lines]) => {
    const file = fileAt.get(path)
    if (file === undefined || file.excluded !== undefined) return []
    const must = lines.map((line) => aroundLine(file.symbols, line))
    const body = { file, interest: { must, symbols: new Map(), lines: [] }, onlyMust: true }
    return [{ ...body, weight: lines.length, role: roleOf(path, file.language) }]
  })
  return (['code', 'test'] as const).flatMap((role) =>
    callers
      .filter((caller) => caller.role === role)
      .sort((a, b) => b.weight - a.weight || (a.file.path < b.file.path ? -1 : 1))
      .slice(0, MOST_CALLERS[show][role]),
  )
}

function linesByPath(found: readonly FoundLine[]): Map<string, readonly number[]> {
  const byPath = Map.groupBy(found, ({ path }) => path)
  return new Map([...byPath].map(([path, lines]) => [path, lines.map(({ line }) => line)]))
}

/** Code that the question speaks of, and the best of its tests. Where names or files were given, words alone are not enough. */
function matching(ranked: readonly RankedFile[], { named, mentioned }: Wishes): RankedFile[] {
  const hasNamed = named.length > 0
  const highest = ranked.reduce((most, { certain }) => Math.max(most, certain), 0)
  const areWordsEnough = highest < SURE && !hasNamed
  const isMeant = ({ directly, certain }: RankedFile) =>
    directly >= BODY_FROM && (areWordsEnough || certain >= Math.min(1, BODY_FROM * highest))
  const code = ranked.filter((entry) => /code|data/.test(entry.role) && isMeant(entry))
  const docs = ranked.filter((entry) => entry.role === 'doc' && isMeant(entry))
  const tests = ranked.filter(
    ({ role, rank, symbols, file }) =>
      role === 'test' && rank >= TEST_FROM && (symbols.size > 0 || file.tokens <= SHORT),
  )
  const mostBodies = mentioned.size > 0 ? MOST_FURTHER : MOST_BODIES
  return [...code.slice(0, mostBodies), ...docs.slice(0, 1), ...tests.slice(0, MOST_TESTS)]
}
