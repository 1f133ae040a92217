import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Writes a file so that a reader sees the old one or the new one, whole, also after a crash:
 * beside it, synced, then renamed into place.
 */
export function writeWhole(path: string, text: string, options: { mode?: number } = {}): void {
  const beside = `${path}.${randomBytes(4).toString('hex')}.tmp`
  try {
    const file = openSync(beside, 'wx', options.mode ?? 0o666)
    try {
      const bytes = Buffer.from(text)
      for (let written = 0; written < bytes.length; ) written += writeSync(file, bytes, written)
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
