/** Folders in which what a run writes would not last: told before a model is paid. */

import type { Repository } from '../../authoring/repository.ts'
import type { Config } from '../../config/schema.ts'
import type { Folders } from '../../model/folders.ts'
import { generatedBy, generatedFolders } from '../../repository/generated-folders.ts'
import { ignoredBy } from '../../repository/git/ignored-by.ts'

type Name = keyof Folders

/** What each workflow that comes with AgentOS writes to. */
const WRITTEN: Readonly<Record<string, readonly Name[]>> = {
  issue: ['lineage'],
  lld: ['designs', 'lineage'],
  implement: ['lineage', 'reports'],
}

export interface FolderWarning {
  readonly what: string
  readonly remedy: string
}

/** One for each reason, with the folders that it holds for. */
export async function folderWarnings(
  workflow: string,
  config: Config,
  repo: Pick<Repository, 'root' | 'read'>,
): Promise<FolderWarning[]> {
  const isOnBranch = config.implement.reports !== 'none'
  const names = (WRITTEN[workflow] ?? []).filter((name) => name !== 'reports' || isOnBranch)
  const generated = names.length === 0 ? [] : await generatedFolders((path) => repo.read(path))
  const found: { readonly name: Name; readonly why: string }[] = []
  for (const name of names) {
    const folder = config.folders[name]
    const made = generatedBy(folder, generated)
    const pattern = await ignoredBy(repo.root, `${folder}/x.md`)
    if (made !== undefined)
      found.push({
        name,
        why: `${made.folder} is generated: ${made.why}. Documents there would be lost`,
      })
    else if (pattern !== undefined)
      found.push({
        name,
        why: `documents there are ignored by git (${pattern}) and would not be committed`,
      })
  }
  return [...Map.groupBy(found, ({ why }) => why)].map(([why, folders]) => {
    const paths = folders.map(({ name }) => config.folders[name]).join(', ')
    const settings = folders.map(({ name }) => `folders.${name}`).join(', ')
    return { what: `${paths}: ${why}`, remedy: `set ${settings} to another folder` }
  })
}
