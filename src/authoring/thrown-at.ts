import { dirname, isAbsolute, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The end of a line of a stack: `(file:///repo/greet.mts:12:9)`, or the same without brackets. */
const FRAME = /^ +at (?:.* \()?((?:file:\/\/)?\/.*):(\d+):\d+\)?$/gm
const OWN = fileURLToPath(new URL('..', import.meta.url))
const INSTALLED = `${sep}node_modules${sep}`

/** Files that the user has written: below the repository's root, and beside the workflow. */
export interface AuthorFiles {
  readonly root: string
  /** The workflow's file, or `agentos:` and the name of a built-in one. */
  readonly source: string
}

/** The first line of an error's stack that is the user's, as `greet.mts:12`; files outside of the root by their whole path. */
export function thrownAt(error: unknown, { root, source }: AuthorFiles): string | undefined {
  if (!(error instanceof Error)) return undefined
  const folders = [root, ...(isAbsolute(source) ? [dirname(source)] : [])]
  for (const [, place = '', line] of (error.stack ?? '').matchAll(FRAME)) {
    const file = place.startsWith('file:') ? fileURLToPath(place) : place
    const isTheirs = folders.some((folder) => file.startsWith(join(folder, sep)))
    if (!isTheirs || file.startsWith(OWN) || file.includes(INSTALLED)) continue
    const path = relative(root, file)
    return `${path.startsWith('..') ? file : path}:${line}`
  }
  return undefined
}
