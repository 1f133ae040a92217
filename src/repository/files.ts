import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { UsageError } from '../model/usage-error.ts'
import { Git } from './git/git.ts'

/** Without git, what nearly every repository would ignore. */
const IGNORED = new Set(['.git', '.agentos', 'node_modules', 'dist', 'build', 'target', '.venv'])

/** Every file that git tracks or would track, by path from the root. */
export async function listFiles(root: string): Promise<string[]> {
  try {
    const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
    const listed = await new Git(root).read(...args)
    return [...new Set(listed.split('\0').filter((path) => path !== ''))].sort()
  } catch (error) {
    // With a repository that git cannot read, what it ignores is unknown: better nothing than a secret.
    if (existsSync(join(root, '.git'))) throw unreadable(root, error)
    return walk(root, '').sort()
  }
}

function unreadable(root: string, error: unknown): UsageError {
  const why = error instanceof Error ? error.message : String(error)
  return new UsageError('git-failed', `Cannot ask git for the files of ${root}: ${why}`, {
    ...(/dubious ownership/.test(why) && {
      hint: `The repository belongs to another user. If you trust it: git config --global --add safe.directory ${root}`,
    }),
    cause: error,
  })
}

function walk(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (IGNORED.has(entry.name)) return []
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (entry.isDirectory()) return walk(root, path)
    return entry.isFile() ? [path] : []
  })
}

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
