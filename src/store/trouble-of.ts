import type { Trouble } from '../model/trouble.ts'

/** SQLite's primary result codes; extended ones carry more in their higher bytes. */
const BY_ERRCODE: Readonly<Record<number, Trouble>> = {
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

const BY_CODE: Readonly<Record<string, Trouble>> = {
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
export function troubleOf(error: unknown): Trouble {
  if (!(error instanceof Error)) return 'unknown'
  if ('errcode' in error && typeof error.errcode === 'number') {
    return BY_ERRCODE[error.errcode & 0xff] ?? 'unknown'
  }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return BY_CODE[code] ?? troubleOf(error.cause)
}
