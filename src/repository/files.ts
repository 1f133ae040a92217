import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
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
    if (existsSync(join(root, '.git'))) throw error
    return walk(root, '').sort()
  }
}

function walk(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (IGNORED.has(entry.name)) return []
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (entry.isDirectory()) return walk(root, path)
    return entry.isFile() ? [path] : []
  })
}
