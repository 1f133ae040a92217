import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { UsageError } from '../../model/usage-error.ts'
import { Git } from './git.ts'

/** The files below a folder of the worktree that git tracks, whatever the case of their names. */
export async function trackedBelow(root: string, folder: string): Promise<string[]> {
  if (!existsSync(join(root, '.git'))) return []
  const { exitCode, stdout, stderr } = await new Git(root)
    .try('ls-files', '-z', '--', `:(icase)${folder}`)
    .catch(withoutGit)
  if (exitCode === 0) return stdout.split('\0').filter((path) => path !== '')
  throw new UsageError('git-failed', `Cannot ask git what it tracks in ${root}: ${stderr.trim()}`)
}

/** Where git is not installed, nobody has cloned anything with it. */
function withoutGit(error: NodeJS.ErrnoException) {
  if (error.syscall?.startsWith('spawn') !== true) throw error
  return { exitCode: 0, stdout: '', stderr: '' }
}
