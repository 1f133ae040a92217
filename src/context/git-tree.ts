/** The files of a commit, or those on disk with what is not committed yet, as `context/` reads them. */
import { hash } from 'node:crypto'
import { existsSync, lstatSync, readFileSync, type Stats } from 'node:fs'
import { join } from 'node:path'
import { hasLink } from '../files/has-link.ts'
import { listFiles } from '../repository/files.ts'
import { Git } from '../repository/git/git.ts'
import {
  type Content,
  type FoundLine,
  type SourceFile,
  type SourceTree,
  TOO_LARGE,
  type Unread,
} from './source-tree.ts'

/** Bigger files are data. */
const MOST_BYTES = 4_000_000
/** What git's modes of files mean, besides regular files. */
const UNREAD: Readonly<Record<string, Unread>> = { '120000': 'link', '160000': 'submodule' }
const NOT_THERE = new Set(['ENOENT', 'ENOTDIR', 'ELOOP'])
const DECLARED = [':(attr:linguist-generated)', ':(attr:linguist-vendored)']

export function gitTree(root: string, commit?: string): SourceTree {
  const git = new Git(root)
  const isRepository = existsSync(join(root, '.git'))
  const files = () => {
    if (commit !== undefined) return filesOfCommit(git, commit)
    return isRepository ? filesOnDisk(git) : filesWithoutGit(root)
  }
  return {
    files,
    read: (wanted) => (commit === undefined ? readFromDisk(root, wanted) : readBlobs(git, wanted)),
    search: async (text, mostOfFile) =>
      isRepository ? searchWithGit(git, { text, mostOfFile, commit }) : [],
    async declared() {
      if (!isRepository) return new Set()
      const { exitCode, stdout } = await git.try('ls-files', '-z', '--', ...DECLARED)
      return new Set(exitCode === 0 ? stdout.split('\0') : [])
    },
    async isIgnored(path) {
      if (!isRepository) return false
      return (await git.try('check-ignore', '--quiet', '--', path)).exitCode === 0
    },
  }
}

async function filesOfCommit(git: Git, commit: string): Promise<SourceFile[]> {
  const listed = await git.read('ls-tree', '-r', '-z', '-l', '--full-tree', commit)
  return listed.split('\0').flatMap((line) => {
    const [, mode = '', blob = '', size = '', path = ''] =
      /^(\d+) \w+ ([0-9a-f]+) +(\S+)\t(.+)$/s.exec(line) ?? []
    if (path === '') return []
    const isLarge = Number(size) > MOST_BYTES // a submodule has none: `-`
    return [fileOf({ path, blob }, isLarge ? TOO_LARGE : UNREAD[mode])]
  })
}

/** Tracked ones by the hash that git knows; those that differ from it, and new ones, are hashed here. */
async function filesOnDisk(git: Git): Promise<SourceFile[]> {
  const [tracked, differing] = await Promise.all([
    git.read('ls-files', '-s', '-z'),
    git.read('ls-files', '-m', '-o', '-z', '--exclude-standard'),
  ])
  const changed = new Set(differing.split('\0').filter((path) => path !== ''))
  const known = tracked.split('\0').flatMap((line) => {
    const [, mode = '', blob = '', path = ''] = /^(\d+) ([0-9a-f]+) \d\t(.+)$/s.exec(line) ?? []
    return path === '' || changed.has(path) ? [] : [fileOf({ path, blob }, UNREAD[mode])]
  })
  return [...known, ...hashed(git.folder, changed)].sort(byPath)
}

function fileOf(file: SourceFile, unread: Unread | undefined): SourceFile {
  return unread === undefined ? file : { ...file, unread }
}

async function filesWithoutGit(root: string): Promise<SourceFile[]> {
  return hashed(root, await listFiles(root)).sort(byPath)
}

function hashed(root: string, paths: Iterable<string>): SourceFile[] {
  return [...paths].flatMap((listed) => {
    const path = listed.replace(/\/$/, '') // git's name of a repository within this one
    const unread = unreadOnDisk(root, path)
    if (unread !== undefined) return [{ path, blob: '', unread }]
    const bytes = contentOf(root, path)
    if (bytes === undefined || bytes === TOO_LARGE) return []
    const blob = hash('sha1', Buffer.concat([Buffer.from(`blob ${bytes.length}\0`), bytes]))
    return [{ path, blob }]
  })
}

async function readFromDisk(root: string, files: readonly SourceFile[]): Promise<Content[]> {
  return files.map(({ path }) => contentOf(root, path))
}

function contentOf(root: string, path: string): Content {
  const unread = unreadOnDisk(root, path)
  if (unread !== undefined) return unread === TOO_LARGE ? TOO_LARGE : undefined
  const full = join(root, path)
  return statOf(full)?.isFile() === true ? readFileSync(full) : undefined
}

function unreadOnDisk(root: string, path: string): Unread | undefined {
  const found = statOf(join(root, path))
  if (found === undefined) return undefined
  if (hasLink(root, path)) return 'link'
  if (found.isDirectory()) return 'submodule'
  return found.size > MOST_BYTES ? TOO_LARGE : undefined
}

/** Undefined also if a folder of its path has become a file, or a link that leads nowhere. */
function statOf(full: string): Stats | undefined {
  try {
    return lstatSync(full)
  } catch (error) {
    if (error instanceof Error && 'code' in error && NOT_THERE.has(`${error.code}`))
      return undefined
    throw error
  }
}

/** Reads the output of `cat-file --batch`: a line with hash, kind and size, the content, a line break. */
async function readBlobs(git: Git, files: readonly SourceFile[]): Promise<Content[]> {
  if (files.length === 0) return []
  const output = await git.readBytes(
    files.map(({ blob }) => `${blob}\n`).join(''),
    'cat-file',
    '--batch',
  )
  let at = 0
  return files.map(() => {
    const end = output.indexOf(10, at)
    const size = /^\S+ blob (\d+)$/.exec(output.toString('latin1', at, end))?.[1]
    at = end + 1
    if (size === undefined) return undefined
    const bytes = output.subarray(at, at + Number(size))
    at += Number(size) + 1
    return bytes
  })
}

/** As a literal text; binary files are left out. */
async function searchWithGit(
  git: Git,
  { text, mostOfFile, commit }: { text: string; mostOfFile: number; commit: string | undefined },
): Promise<FoundLine[]> {
  const how = ['-I', '-F', '-n', '-z', '--full-name', '--no-color', `--max-count=${mostOfFile}`]
  const where = commit === undefined ? ['--untracked'] : [commit]
  const { exitCode, stdout } = await git.tryBeginning(
    MOST_BYTES,
    'grep',
    ...how,
    '-e',
    text,
    ...where,
  )
  if (exitCode !== 0) return []
  const prefix = commit === undefined ? '' : `${commit}:`
  return stdout.split('\n').flatMap((line) => {
    const [path = '', number = ''] = line.split('\0')
    return number === '' ? [] : [{ path: path.slice(prefix.length), line: Number(number) }]
  })
}

function byPath(a: SourceFile, b: SourceFile): number {
  return a.path < b.path ? -1 : a.path > b.path ? 1 : 0
}
