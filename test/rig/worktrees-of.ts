import { rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { worktreesFolder } from '../../src/store/worktrees-folder.ts'
import { atEnd } from './at-end.ts'

/** The folder of the items' worktrees of `implement`, for a repository of a test; gone when the test ends. */
export function worktreesOf(root: string): string {
  const configured = process.env.AGENTOS_WORKTREES
  const folder = worktreesFolder(root, { configured, environment: process.env })
  atEnd(() => rmSync(dirname(folder), { recursive: true, force: true }))
  return join(folder, 'implement')
}
