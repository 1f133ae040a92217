import { lstatSync, readlinkSync, realpathSync } from 'node:fs'
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path'
import { quote } from '../model/ids.ts'

/**
 * The absolute path of `path` below `root`. Refuses whatever would leave the root: `..`, an
 * absolute path elsewhere, or a link on the way. Every path built from an id or from a workflow's
 * words goes through here.
 */
export function inside(root: string, path: string): string {
  const full = resolve(root, path)
  if (path.includes('\0') || !isBelow(root, full)) throw new PathLeavesRoot(root, path)
  if (!isBelow(realpathSync(root), realPathOfExisting(full))) throw new PathLeavesRoot(root, path)
  return full
}

/** Like `inside`, for a path that was read from a file: one that leaves the root is none. */
export function insideIfAny(root: string, path: string): string | undefined {
  try {
    return inside(root, path)
  } catch (error) {
    if (error instanceof PathLeavesRoot) return undefined
    throw error
  }
}

class PathLeavesRoot extends Error {
  constructor(root: string, path: string) {
    super(`Path ${quote(path)} leads out of ${quote(root)}.`)
    this.name = 'PathLeavesRoot'
  }
}

function isBelow(root: string, full: string): boolean {
  const rest = relative(root, full)
  return rest !== '..' && !rest.startsWith(`..${sep}`) && !isAbsolute(rest)
}

/** Follows all links, also one to a file that is not there yet: writing would create it there. */
function realPathOfExisting(full: string): string {
  try {
    return realpathSync(full)
  } catch (error) {
    const parent = dirname(full)
    if (!isMissing(error) || parent === full) throw error
    if (lstatSync(full, { throwIfNoEntry: false })?.isSymbolicLink() === true) {
      return realPathOfExisting(resolve(parent, readlinkSync(full)))
    }
    return resolve(realPathOfExisting(parent), relative(parent, full))
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
