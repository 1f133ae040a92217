/**
 * Lock files that git meets. One of a git that works is waited for. One that only a git in an item's worktree can have made, which
 * stays the same for two seconds while no git is there, was left by a killed one and is removed. Nobody else's is ever removed: it is
 * waited for longer, and then named.
 */
import { rmSync, statSync } from 'node:fs'

/** Another git may hold a lock file for a moment, or make or remove a worktree, or their folder when it is empty. */
const LOCKED =
  /could not create directory of|\.lock'?: File exists|Unable to create '.*\.lock'|cannot lock ref|failed to read \S*worktrees\/\S+/
const LOCK_FILE = /Unable to create '(.+\.lock)': File exists/
const OWN_TRIES = 20
const MOST_TRIES = 100

type Next = 'not-locked' | 'try-again' | { readonly held: string }

/** What to do after git has failed with some words, and again after the next try. */
export function lockWait(isOwn: (path: string) => boolean): (stderr: string) => Next {
  let tries = 0
  let met = { lock: '', tries: 0 }
  return (stderr) => {
    if (!LOCKED.test(stderr)) return 'not-locked'
    tries += 1
    const path = LOCK_FILE.exec(stderr)?.[1]
    if (path === undefined) return tries < OWN_TRIES ? 'try-again' : 'not-locked'
    const lock = identityOf(path)
    met = { lock, tries: lock === met.lock ? met.tries + 1 : 1 }
    if (met.tries >= OWN_TRIES && isOwn(path)) {
      rmSync(path, { force: true })
      met = { lock: '', tries: 0 }
    }
    if (tries < MOST_TRIES) return 'try-again'
    return {
      held: `${path} is held. If no git works in this repository, a killed one has left it: remove it and run the same command.`,
    }
  }
}

/** The file and when it was made: a later lock of the same name is another one. */
function identityOf(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false, bigint: true })
  return found === undefined ? '' : `${path} ${found.ino} ${found.ctimeNs}`
}
