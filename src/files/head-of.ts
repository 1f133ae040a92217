import { closeSync, existsSync, openSync, readSync } from 'node:fs'

/** The beginning of a file; empty if there is none. */
export function headOf(path: string, bytes: number): string {
  if (!existsSync(path)) return ''
  const file = openSync(path, 'r')
  try {
    const buffer = Buffer.allocUnsafe(bytes)
    return buffer.subarray(0, readSync(file, buffer)).toString('utf8')
  } finally {
    closeSync(file)
  }
}
