import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/**
 * Variables that mark a process and all that it starts. Of its environment a coordinator shows only
 * what CI runners look for; commands get no such variables.
 */
export function marks(value: string): Record<string, string> {
  return { AGENTOS_TEST: value, RUNNER_TRACKING_ID: value }
}

/** Living processes that carry one of these marks. */
export function processesMarked(value: string): number[] {
  const wanted = new Set(Object.entries(marks(value)).map((pair) => pair.join('=')))
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) =>
      procFile(name, 'environ')
        .split('\0')
        .some((entry) => wanted.has(entry)),
    )
    .filter((name) => !/^[ZX]/.test(stateOf(name)))
    .map(Number)
}

/** The processes that end what a run has started if its coordinator is killed. */
export function guardsOf(run: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => procFile(name, 'cmdline').split('\0').includes(`AGENTOS_RUN=${run}`))
    .map(Number)
}

/** Living processes whose working directory is in this folder. */
export function processesIn(folder: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && `${workingDirectory(name)}/`.startsWith(`${folder}/`))
    .filter((name) => !/^[ZX]/.test(stateOf(name)))
    .map(Number)
}

function workingDirectory(pid: string): string {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return '' // it has ended in the meantime
  }
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
