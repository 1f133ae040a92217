import { existsSync, lstatSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { hasLink } from './has-link.ts'
import { inside } from './inside.ts'

/** Names that are never a project's own file, in every spelling that some file system takes for them. */
const RESERVED = /^(\.git|git~\d+|\.agentos|agento~\d+)$/i
/** HFS+ reads a name as if these were not in it. */
const UNSEEN = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g

/**
 * Why a path is none that may be written to below `root`, or undefined if it is one. Only what is
 * spelled as git spells it passes: relative, with `/`, without `.` and `..`, without a link on the
 * way, no folder itself, and in neither git's nor our own.
 */
export function pathTrouble(root: string, path: string): string | undefined {
  const shape = shapeTrouble(path)
  if (shape !== undefined) return shape
  try {
    const full = inside(root, path)
    if (hasLink(root, path) || !isReal(root, full, path)) return 'it leads through a link'
    const there = lstatSync(full, { throwIfNoEntry: false })
    return there?.isDirectory() === true ? 'it is a folder' : undefined
  } catch {
    return 'it leads out of the worktree' // `inside` says so by throwing
  }
}

function shapeTrouble(path: string): string | undefined {
  if (path === '' || path.includes('\0')) return 'it is no path'
  if (/\p{Cc}/u.test(path)) return 'it has a control character'
  if (path.startsWith('/') || /^[A-Za-z]:/.test(path)) return 'it is not relative'
  if (path.includes('\\')) return 'it has a backslash'
  const parts = path.split('/')
  if (parts.includes('..')) return 'it has ".." in it'
  if (parts.some((part) => part === '' || part === '.')) return 'it is not a plain path'
  // It stands in command lines, where that would be an option.
  if (parts.some((part) => part.startsWith('-'))) return 'a part of it begins with "-"'
  if (parts.some(isReserved)) return "it lies in git's or AgentOS's own folder"
  return undefined
}

function isReserved(part: string): boolean {
  const seen = part
    .replace(UNSEEN, '')
    .replace(/:.*$/, '')
    .replace(/[. ]+$/, '')
  return RESERVED.test(seen)
}

/** The nearest thing that exists on the way is where its name says. */
function isReal(root: string, full: string, path: string): boolean {
  let at = full
  let rest = path
  while (!existsSync(at) && rest.includes('/')) {
    at = dirname(at)
    rest = dirname(rest)
  }
  return !existsSync(at) || realpathSync(at) === join(realpathSync(root), rest)
}
