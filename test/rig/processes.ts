import { readdirSync, readFileSync } from 'node:fs'

/** Living processes that carry this in their environment, such as `NAME=value`. */
export function processesMarked(mark: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => procFile(name, 'environ').split('\0').includes(mark))
    .filter((name) => !/^[ZX]/.test(stateOf(name)))
    .map(Number)
}

export function isHeld(pid: number): boolean {
  return stateOf(String(pid)).startsWith('T')
}

function stateOf(pid: string): string {
  return procFile(pid, 'stat').replace(/^.*\) /s, '')
}

function procFile(pid: string, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch {
    return '' // it has ended in the meantime
  }
}
