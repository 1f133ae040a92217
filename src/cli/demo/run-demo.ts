import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { UsageError } from '../../model/usage-error.ts'
import { environmentOfGit } from '../../repository/git/git-environment.ts'
import { showDemo } from './show-demo.ts'

/** The demo in the folder that is to be kept, or in one that goes with it. Returns the exit code. */
export async function runDemo(folder: string | undefined): Promise<number> {
  refuseWithoutGit()
  const isKept = folder !== undefined
  const place = isKept ? emptyFolder(folder) : mkdtempSync(join(tmpdir(), 'agentos-demo-'))
  try {
    return await showDemo(realpathSync(place), { isKept })
  } finally {
    if (!isKept) rmSync(place, { recursive: true, force: true })
  }
}

function refuseWithoutGit(): void {
  const here = { folder: process.cwd(), gitFolder: undefined }
  const env = environmentOfGit(process.env, here)
  if (spawnSync('git', ['--version'], { env }).status === 0) return
  throw new UsageError('git-missing', 'The demo needs git: code is built on branches.', {
    hint: 'Install git and try again. Briefs to issues and issues to designs work without it.',
  })
}

function emptyFolder(folder: string): string {
  const place = resolve(folder)
  mkdirSync(place, { recursive: true })
  if (readdirSync(place).length === 0) return place
  throw new UsageError('demo-folder-not-empty', `Folder ${folder} is not empty.`, {
    hint: 'Name a new one, or none.',
  })
}
