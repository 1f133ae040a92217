/**
 * All files of a repository in as much detail as fits, a line for each folder. A folder begins as a count of all that is in it;
 * those near the root are opened first, as long as there is room. Folders of uniform files stay counts.
 */
import { estimateTokens } from '../token-estimate.ts'

interface Folder {
  /** With a slash at its end; empty for the root. */
  readonly path: string
  readonly depth: number
  readonly files: string[]
  readonly folders: Folder[]
  /** Files with those of all folders in it. */
  total: number
  /** How many of them are pictures, pages and data. */
  assets: number
}

/** Nobody needs the names of generated pages, pictures and data. */
const ASSET =
  /\.(html?|png|jpe?g|gif|svg|webp|ico|woff2?|ttf|snap|csv|xml|po|mo|map|pdf|bin|json|txt)$/i
const MOST_ASSETS = 8
const MOST_NAMES = 80

/** Empty if not even a count fits. */
export function fileTree(paths: readonly string[], most: number): string {
  const root = folderTree(paths)
  const lines = new Map([[root, countLine(root)]])
  let cost = costOf(lines.values())
  if (cost > most) return ''
  const queue = [root]
  for (let folder = queue.shift(); folder !== undefined; folder = queue.shift()) {
    const opened = [openLine(folder, MOST_NAMES), openLine(folder, 0)]
      .map((line) => [
        [folder, line] as const,
        ...folder.folders.map((inner) => [inner, countLine(inner)] as const),
      ])
      .find(
        (fresh) =>
          cost - lineCost(lines.get(folder)) + costOf(fresh.map(([, line]) => line)) <= most,
      )
    if (opened === undefined) continue
    cost += costOf(opened.map(([, line]) => line)) - lineCost(lines.get(folder))
    for (const [opening, line] of opened) lines.set(opening, line)
    queue.push(...folder.folders.filter(isWorthOpening))
    queue.sort(
      (a, b) =>
        a.depth + 3 * assetShare(a) - (b.depth + 3 * assetShare(b)) || (a.path < b.path ? -1 : 1),
    )
  }
  return [...lines]
    .filter(([, line]) => line !== '')
    .sort(([a], [b]) => (a.path < b.path ? -1 : 1))
    .map(([, line]) => line)
    .join('\n')
}

function folderTree(paths: readonly string[]): Folder {
  const known = new Map<string, Folder>()
  const folderAt = (path: string): Folder => {
    const there = known.get(path)
    if (there !== undefined) return there
    const made: Folder = {
      path,
      depth: path.split('/').length - 1,
      files: [],
      folders: [],
      total: 0,
      assets: 0,
    }
    known.set(path, made)
    if (path !== '') folderAt(path.replace(/[^/]+\/$/, '')).folders.push(made)
    return made
  }
  const root = folderAt('')
  for (const path of paths) {
    const end = path.lastIndexOf('/') + 1
    folderAt(path.slice(0, end)).files.push(path.slice(end))
    for (let at = end; ; at = path.lastIndexOf('/', at - 2) + 1) {
      const around = folderAt(path.slice(0, at))
      around.total++
      if (ASSET.test(path)) around.assets++
      if (at === 0) break
    }
  }
  return root
}

/** One with few files shows them at once. */
function isWorthOpening({ files, folders }: Folder): boolean {
  return folders.length > 0 || files.length > 1
}

function assetShare({ total, assets }: Folder): number {
  return assets / total
}

function countLine(folder: Folder): string {
  const { files, folders, total } = folder
  if (folders.length === 0 && files.length === 1) return `${shown(folder)}: ${files[0]}`
  const inner = count(folders, (inside) => inside.folders) + 1
  const where = inner > 1 ? ` in ${inner} folders` : ''
  return `${shown(folder)}: ${total} ${kindOf(folder)}files${where}`
}

function openLine(folder: Folder, mostNames: number): string {
  const kinds = Map.groupBy(folder.files, (name) => /.\.([^.]+)$/.exec(name)?.[1] ?? '')
  const parts = [...kinds].flatMap(([kind, names]) => {
    const most = ASSET.test(`.${kind}`) ? Math.min(MOST_ASSETS, mostNames) : mostNames
    if (names.length <= most) return names
    return [`${names.length} ${kind === '' ? '' : `.${kind} `}files`]
  })
  return parts.length === 0 ? '' : `${shown(folder)}: ${parts.join(' ')}`
}

function shown({ path }: Folder): string {
  return path === '' ? './' : path
}

/** `.html ` if all of them are, at any depth. */
function kindOf(folder: Folder): string {
  const kinds = new Set<string>()
  const visit = ({ files, folders }: Folder) => {
    for (const name of files) kinds.add(/.(\.[^.]+)$/.exec(name)?.[1] ?? '')
    if (kinds.size <= 1) for (const inner of folders) visit(inner)
  }
  visit(folder)
  const [kind = ''] = kinds
  return kinds.size === 1 && kind !== '' ? `${kind} ` : ''
}

function count(folders: readonly Folder[], inner: (folder: Folder) => readonly Folder[]): number {
  return folders.reduce((sum, folder) => sum + 1 + count(inner(folder), inner), 0)
}

function lineCost(line = ''): number {
  return line === '' ? 0 : estimateTokens(`${line}\n`)
}

function costOf(lines: Iterable<string>): number {
  let sum = 0
  for (const line of lines) sum += lineCost(line)
  return sum
}
