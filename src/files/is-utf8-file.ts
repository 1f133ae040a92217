import { isUtf8 } from 'node:buffer'
import { readFileSync } from 'node:fs'

/** Whether a file is text as we read it: in another encoding its letters would be lost. */
export function isUtf8File(path: string): boolean {
  return isUtf8(readFileSync(path))
}
