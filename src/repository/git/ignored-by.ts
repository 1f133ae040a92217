import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Git } from './git.ts'

/** The pattern for which git would ignore a file, with its place (`.gitignore:3: docs/`); undefined if there is none. */
export async function ignoredBy(root: string, path: string): Promise<string | undefined> {
  if (!existsSync(join(root, '.git'))) return undefined
  const { exitCode, stdout } = await new Git(root).try('check-ignore', '--verbose', '--', path)
  if (exitCode !== 0) return undefined
  const [place = ''] = stdout.split('\t')
  const [, file = place, line = '', pattern = ''] = /^(.*?):(\d+):(.*)$/.exec(place) ?? []
  return `${file}:${line}: ${pattern}`
}
