/**
 * A temporary folder for this user alone (0700, under a name that nobody can foresee), removed when its
 * work is done. The temporary folder around it is everybody's: what others have there is left alone.
 */
import { existsSync, lstatSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const NAME = 'agentos-tmp-'
/** Longer than any work in such a folder: its process may live in another PID namespace, unseen from here. */
const LEFT_AFTER_MS = 24 * 60 * 60 * 1_000

export class PrivateFolder implements Disposable {
  readonly path: string

  constructor() {
    sweepLeft()
    this.path = mkdtempSync(join(tmpdir(), `${NAME}${process.pid}-`))
  }

  [Symbol.dispose](): void {
    rmSync(this.path, { recursive: true, force: true })
  }
}

/** A process that was killed has left its folder; nobody else clears it away. */
function sweepLeft(): void {
  try {
    for (const name of readdirSync(tmpdir()).filter(isLeft))
      rmSync(join(tmpdir(), name), { recursive: true, force: true })
  } catch {
    return // a folder that cannot be listed, or something else than we have left: it stays
  }
}

function isLeft(name: string): boolean {
  const pid = name.startsWith(NAME) ? /^\d+/.exec(name.slice(NAME.length))?.[0] : undefined
  if (pid === undefined || !existsSync('/proc') || existsSync(`/proc/${pid}`)) return false
  const found = lstatSync(join(tmpdir(), name), { throwIfNoEntry: false })
  if (found?.isDirectory() !== true || found.uid !== process.getuid?.()) return false
  return found.mtimeMs + LEFT_AFTER_MS < Date.now()
}
