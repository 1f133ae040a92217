import type { StorageProblem } from '../model/failure.ts'

/** A part of the store cannot be used. Its `cause` says why; `problemOf` finds that. */
export class StoreUnusable extends Error {
  override readonly name = 'StoreUnusable'

  constructor(what: string, cause: unknown) {
    const detail = cause instanceof Error ? cause.message : String(cause)
    super(`${what} cannot be used: ${detail}`, { cause })
  }
}

/** A database whose layout this version cannot use. */
export class LayoutUnknown extends Error {
  override readonly name = 'LayoutUnknown'
  /** Else it was made before layouts had versions. */
  readonly isNewer: boolean

  constructor({ version, known }: { readonly version: number; readonly known: number }) {
    const isNewer = version > known
    super(
      isNewer
        ? `a newer version of AgentOS has made it (layout ${version}, this one knows ${known})`
        : 'an unreleased version of AgentOS has made it',
    )
    this.isNewer = isNewer
  }
}

/** SQLite's primary result codes; extended ones carry more in their higher bytes. */
const BY_ERRCODE: Readonly<Record<number, StorageProblem>> = {
  3: 'read-only',
  5: 'locked',
  6: 'locked',
  8: 'read-only',
  10: 'broken',
  11: 'damaged',
  13: 'full',
  14: 'gone',
  26: 'damaged',
}

const BY_CODE: Readonly<Record<string, StorageProblem>> = {
  EACCES: 'read-only',
  EAGAIN: 'exhausted',
  EDQUOT: 'full',
  EIO: 'broken',
  EMFILE: 'exhausted',
  ENFILE: 'exhausted',
  ENOENT: 'gone',
  ENOMEM: 'exhausted',
  ENOSPC: 'full',
  ENOTDIR: 'gone',
  EPERM: 'read-only',
  EROFS: 'read-only',
}

/** What an error of SQLite or of the file system, or the one that caused it, says is wrong. */
export function problemOf(error: unknown): StorageProblem {
  if (!(error instanceof Error)) return 'unknown'
  if (error instanceof LayoutUnknown) return error.isNewer ? 'newer' : 'damaged'
  if ('errcode' in error && typeof error.errcode === 'number') {
    return BY_ERRCODE[error.errcode & 0xff] ?? 'unknown'
  }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return BY_CODE[code] ?? problemOf(error.cause)
}
