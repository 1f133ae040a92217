import { randomBytes } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fchmodSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'

/**
 * Writes a file so that a reader sees the old one or the new one, whole, also after a crash:
 * beside it, synced, then renamed into place.
 */
export function writeWhole(
  path: string,
  content: string | Iterable<string>,
  options: {
    /** Of a new file, as far as the process's mask allows. */
    mode?: number
    /** Exactly this one, whatever the mask says: that of the file before. */
    keepMode?: number
  } = {},
): void {
  const beside = `${path}.${process.pid}-${randomBytes(4).toString('hex')}.tmp`
  try {
    removeLeft(path)
    const file = openSync(beside, 'wx', options.mode ?? 0o666)
    try {
      if (options.keepMode !== undefined) fchmodSync(file, options.keepMode)
      for (const part of typeof content === 'string' ? [content] : content) writeAll(file, part)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    renameSync(beside, path)
    syncFolder(dirname(path))
  } catch (error) {
    rmSync(beside, { force: true })
    throw error
  }
}

function writeAll(file: number, part: string): void {
  const bytes = Buffer.from(part)
  for (let written = 0; written < bytes.length; ) written += writeSync(file, bytes, written)
}

/** A process that was killed while it wrote has left its half; whoever writes again takes that away. */
function removeLeft(path: string): void {
  if (!existsSync('/proc')) return
  const folder = dirname(path)
  const start = `${basename(path)}.`
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(start)) continue
    const pid = /^(\d+)-[0-9a-f]{8}\.tmp$/.exec(name.slice(start.length))?.[1]
    if (pid !== undefined && !isWriting(pid)) rmSync(join(folder, name), { force: true })
  }
}

/** One that was killed stays in the list until somebody takes note of its end. */
function isWriting(pid: string): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return !/^[ZX]/.test(stat.slice(stat.lastIndexOf(')') + 2))
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    return code !== 'ENOENT' && code !== 'ESRCH' // who cannot be seen may be writing
  }
}

/** Makes the rename itself last. Windows cannot open a folder, and needs no such thing. */
function syncFolder(path: string): void {
  if (process.platform === 'win32') return
  const folder = openSync(path, 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}
