import { existsSync, readdirSync, statSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { quote } from '../model/ids.ts'
import { loadErrorWords } from '../model/text/load-error.ts'
import { nearest } from '../model/text/nearest.ts'
import { UsageError } from '../model/usage-error.ts'
import { checkedWorkflow, type LoadedWorkflow } from './checked-workflow.ts'

/** Imports a workflow file; the file's mistakes become usage errors that say what is wrong. */
export async function importWorkflow(path: string): Promise<LoadedWorkflow> {
  const file = resolve(path)
  if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) {
    const names = existsSync(dirname(file)) ? readdirSync(dirname(file)) : []
    const near = nearest(
      basename(file),
      names.filter((name) => /\.m?[jt]s$/.test(name)),
    )
    throw new UsageError('workflow-missing', `There is no workflow file ${quote(path)}.`, {
      ...(near === undefined ? {} : { hint: `Did you mean ${near}?` }),
    })
  }
  return checkedWorkflow((await importFile(file, path)).default, file, path)
}

async function importFile(file: string, path: string): Promise<{ default?: unknown }> {
  try {
    return await import(pathToFileURL(file).href)
  } catch (error) {
    const { what, ...hint } = loadErrorWords(error, file)
    const message = `Workflow file ${quote(path)} cannot be loaded: ${what}`
    throw new UsageError('workflow-unloadable', message, { ...hint, cause: error })
  }
}
