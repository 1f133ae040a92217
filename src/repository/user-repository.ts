import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import type { Repository } from '../authoring/repository.ts'
import { hasLink } from '../files/has-link.ts'
import { inside } from '../files/inside.ts'
import { isUtf8File } from '../files/is-utf8-file.ts'
import { pathTrouble } from '../files/plain-path.ts'
import { writeWhole } from '../files/write-whole.ts'
import { FOLDERS, type Folders } from '../model/folders.ts'
import { listFiles } from './files.ts'
import { historyOf } from './git/history.ts'
import { readOpenIssues } from './issues.ts'

/** The repository a run works on, as a workflow sees it. */
export function userRepository(root: string, folders: Folders = FOLDERS): Repository {
  return {
    root,
    folders,
    async read(path) {
      const full = inside(root, path)
      if (hasLink(root, path)) return undefined // what it leads to may be anything: a key, git's config
      if (!existsSync(full)) return undefined // for many it is faster than being told by an error
      try {
        return readFileSync(full, 'utf8')
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
        throw error
      }
    },
    isUtf8: async (path) => isUtf8File(inside(root, path)),
    async write(path, text) {
      const full = inside(root, path)
      const trouble = pathTrouble(root, relative(root, full))
      if (trouble !== undefined)
        throw new Error(`Path ${JSON.stringify(path)} is refused: ${trouble}.`)
      mkdirSync(dirname(full), { recursive: true })
      const mode = existsSync(full) ? { keepMode: statSync(full).mode & 0o777 } : {}
      writeWhole(full, text, mode)
    },
    ...historyOf(root),
    files: () => listFiles(root),
    async list(path) {
      const full = inside(root, path)
      if (!existsSync(full) || hasLink(root, path)) return []
      const entries = readdirSync(full, { withFileTypes: true })
      return entries.flatMap((entry) => (entry.isSymbolicLink() ? [] : [entry.name])).sort()
    },
    openIssues: async (onRemark) => readOpenIssues(root, onRemark),
    openIssue: async (wanted) => readOpenIssues(root).find(({ number }) => number === wanted),
    context: () => Promise.reject(new Error('`repo.context` works in `run` only.')),
  }
}
