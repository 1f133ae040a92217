/** Items that completion knows beside those of runs: from the folders of the built-in workflows. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { FOLDERS } from '../../model/folders.ts'

export interface KnownItem {
  readonly workflow: string
  readonly id: string
  readonly label: string
}

/** What the ledger says: items that are done, and those that wait at a gate. */
export interface LedgerItems {
  readonly done: readonly KnownItem[]
  readonly gated: readonly KnownItem[]
}

/** Where items come from, as long as no config names another folder: that is not loaded here. */
const SOURCES = [
  { workflow: 'issue', folder: 'ideas', name: /^([\w-]{1,80})\.md$/, label: 'ISSUE' },
  { workflow: 'lld', folder: 'issues', name: /^(\d+)\b.*\.md$/, label: 'LLD' },
  { workflow: 'implement', folder: FOLDERS.designs, name: /^LLD-(\d+)\.md$/, label: 'IMPL' },
] as const

export function itemsInFolders(root: string): KnownItem[] {
  return SOURCES.flatMap(({ workflow, folder, name, label }) =>
    namesIn(join(root, folder)).flatMap((file) => {
      const id = name.exec(file)?.[1]
      return id === undefined ? [] : [{ workflow, id, label: `${label}-${id}` }]
    }),
  )
}

function namesIn(folder: string): string[] {
  try {
    return existsSync(folder) ? readdirSync(folder).sort() : []
  } catch {
    return [] // a file, or not ours to read: completion stays quiet
  }
}
