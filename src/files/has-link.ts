import { lstatSync } from 'node:fs'
import { join, relative, resolve, sep } from 'node:path'

/** Whether a path below a root is a symbolic link, or lies behind one: who wrote it may mean another file. */
export function hasLink(root: string, path: string): boolean {
  let at = root
  for (const part of relative(root, resolve(root, path)).split(sep)) {
    at = join(at, part)
    if (lstatSync(at, { throwIfNoEntry: false })?.isSymbolicLink() === true) return true
  }
  return false
}
