/** What a search has found: a list of places, and, unless there are many, the lines themselves. */
import type { NotShown, SearchRequest } from '../../model/context.ts'
import type { IndexedFile } from '../index/build-index.ts'
import { qualifiedNames } from '../index/file-index.ts'
import { roleOf } from '../rank/file-role.ts'
import type { FoundLine } from '../source-tree.ts'
import type { Wanted } from './resolve-requests.ts'

/** More are only listed. */
const MOST_SHOWN = { files: 4, lines: 12 }
/** In one file, each line by itself. */
const MOST_IN_ONE = 60
const MOST_LISTED = { files: 30, lines: 20 }
const AROUND_FOUND = 3

export interface Searched {
  readonly wanted: readonly Wanted[]
  /** Places by file, as Markdown. */
  readonly list: string
  readonly refused: readonly NotShown[]
}

export function searchWords({ text, in: path }: SearchRequest): string {
  return path === null ? text : `${text} in ${path}`
}

/** `hits`: of this text, in all files. */
export function resolveSearch(
  request: SearchRequest,
  hits: readonly FoundLine[],
  files: ReadonlyMap<string, IndexedFile>,
): Searched {
  const meant = hits.filter(
    ({ path }) =>
      files.get(path)?.excluded === undefined && files.has(path) && isIn(path, request.in),
  )
  const words = searchWords(request)
  if (meant.length === 0)
    return { wanted: [], list: '', refused: [{ what: words, why: 'found nowhere' }] }
  const worth = ([path]: readonly [string, unknown]) => worthOf(files.get(path))
  const byFile = [...Map.groupBy(meant, ({ path }) => path)].sort((a, b) => worth(a) - worth(b))
  const shown = byFile.filter((entry) => worth(entry) !== ASSETS)
  const isBroad =
    shown.length > MOST_SHOWN.files ||
    shown.reduce((sum, [, lines]) => sum + lines.length, 0) > MOST_SHOWN.lines
  const list = listOf(words, byFile, files)
  const [only, another] = shown
  const isInOne = another === undefined && (only?.[1].length ?? 0) <= MOST_IN_ONE
  if (isBroad && !isInOne) return { wanted: [], list, refused: [] }
  const around = isBroad ? 0 : AROUND_FOUND
  const assets = byFile.slice(shown.length).map(([path]) => path)
  const also = `also in ${assets.length} more files: ${assets.slice(0, 10).join(', ')}`
  return {
    wanted: shown.flatMap(([path, lines]) =>
      lines.map(({ line }) => ({
        path,
        range: [Math.max(1, line - around), line + around] as const,
      })),
    ),
    list,
    refused: assets.length === 0 ? [] : [{ what: words, why: also }],
  }
}

/** A file, a folder, or the end of a path. */
function isIn(path: string, wanted: string | null): boolean {
  const plain = (wanted ?? '').replace(/^\.\/|\/+$/g, '')
  if (plain === '' || plain === '.') return true
  return path === plain || path.startsWith(`${plain}/`) || path.endsWith(`/${plain}`)
}

function listOf(
  words: string,
  byFile: readonly (readonly [string, readonly FoundLine[]])[],
  files: ReadonlyMap<string, IndexedFile>,
): string {
  const left = byFile.length - MOST_LISTED.files
  return [
    `### \`${words}\`: in ${byFile.length} ${byFile.length === 1 ? 'file' : 'files'}`,
    '',
    ...byFile
      .slice(0, MOST_LISTED.files)
      .map(([path, lines]) => `- ${path}: ${placesOf(files.get(path), lines)}`),
    ...(left > 0 ? [`- … and ${left} more files`] : []),
  ].join('\n')
}

/** `12 (Task.run), 40, 41 (Task.warmup)` */
function placesOf(file: IndexedFile | undefined, found: readonly FoundLine[]): string {
  const symbols = file?.symbols ?? []
  const names = qualifiedNames(symbols)
  const nameAt = (line: number) => {
    const at = symbols.findLastIndex(
      ({ from, to, kind }) => kind !== 'heading' && from <= line && line <= to,
    )
    return names[at] ?? ''
  }
  const shown = found.slice(0, MOST_LISTED.lines)
  const places = shown.map(({ line }, index) => {
    const name = nameAt(line)
    const next = shown[index + 1]
    const isLast = next === undefined || nameAt(next.line) !== name
    return name === '' || !isLast ? `${line}` : `${line} (${name})`
  })
  return `${places.join(', ')}${found.length > shown.length ? ', …' : ''}`
}

const ROLES = ['code', 'data', 'test', 'doc']
const ASSETS = ROLES.length
const ASSET = /\.(html?|svg|map|snap|csv|xml|po)$/i

/** The least first: code, then what goes with it; pages and data that nobody writes by hand are only named. */
function worthOf(file: IndexedFile | undefined): number {
  if (file === undefined || ASSET.test(file.path)) return ASSETS
  return ROLES.indexOf(roleOf(file.path, file.language))
}
