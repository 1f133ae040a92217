/** A worker that has done its item has run all that such an item takes: its code is worth keeping. */

const KEEP = Symbol.for('agentos.keep-compiled-code')
const place = process as typeof process & { [KEEP]?: () => void }

export function whenDone(keep: () => void): void {
  place[KEEP] = keep
}

export function keepCompiledCode(): void {
  try {
    place[KEEP]?.()
  } catch {
    // A full disk, a folder that cannot be written: the next worker compiles for itself.
  }
}
