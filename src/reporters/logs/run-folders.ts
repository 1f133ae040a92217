import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Named by the start of the run; other files are ignored. */
const FOLDER = /^\d{4}-\d\d-\d\dT[\d.-]+Z$/

/** The names sort like their times. */
export function folderName(at: number): string {
  return new Date(at).toISOString().replaceAll(':', '-')
}

/** The folders of all runs that have logs, the newest first. */
export function runFolders(logs: string): string[] {
  if (!existsSync(logs)) return []
  const names = readdirSync(logs).filter((name) => FOLDER.test(name))
  return names
    .sort()
    .reverse()
    .map((name) => join(logs, name))
}
