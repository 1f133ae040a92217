/**
 * `agentos init --types`: a global installation is found by no compiler. Links in `node_modules` to the package and to zod
 * make `tsc` and editors find both, for config and workflows; a package that is installed there is left alone.
 */
import { existsSync, lstatSync, mkdirSync, symlinkSync, unlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { UsageError } from '../model/usage-error.ts'
import { ignoredBy } from '../repository/git/ignored-by.ts'
import { locateRepository } from '../repository/locate.ts'

const PACKAGE = fileURLToPath(new URL('../..', import.meta.url))

/** Returns what is to be said about it. */
export async function linkTypes(workingDirectory: string): Promise<string[]> {
  const { root } = locateRepository(workingDirectory)
  if (!existsSync(join(PACKAGE, 'dist', 'index.d.ts'))) {
    throw new UsageError('types-missing', 'This checkout of AgentOS has no types yet.', {
      hint: `Run \`npm run build\` in ${PACKAGE}.`,
    })
  }
  const modules = join(root, 'node_modules')
  mkdirSync(modules, { recursive: true })
  const lines = Object.entries({ agentos: PACKAGE, zod: folderOf('zod') }).map(([name, target]) =>
    link(join(modules, name), target, root),
  )
  const isIgnored = (await ignoredBy(root, 'node_modules/agentos')) !== undefined
  const untracked = [
    'Add node_modules/ to .gitignore: git would take the links for files of yours.',
  ]
  return [
    ...lines,
    ...(isIgnored ? [] : untracked),
    'An install of packages may remove the links; then run this again.',
  ]
}

function link(path: string, target: string, root: string): string {
  const name = relative(root, path)
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (found !== undefined && !found.isSymbolicLink()) return `${name} is installed: left as it is.`
  if (found !== undefined) unlinkSync(path) // of an earlier version
  symlinkSync(target, path, 'junction')
  return `Linked ${name} to ${target}.`
}

function folderOf(name: string): string {
  return dirname(createRequire(join(PACKAGE, 'package.json')).resolve(`${name}/package.json`))
}
