import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { UsageError } from '../../model/usage-error.ts'
import type { Command } from '../command.ts'

const ABOUT = `
Three briefs become issues, designs and tested code on branches, by an offline provider. A rate limit,
a kill -9 and an item that is refused are part of it. Exit code 0 if everything came out as it should.

Examples:
  agentos demo              in a folder that is removed afterwards
  agentos demo ../kept      in one that stays, to look around in
`

export function addDemoCommand(program: Command): void {
  program
    .command('demo')
    .description('see it work, offline, from briefs to code')
    .argument('[folder]', 'a new or empty folder to keep; without one it is removed afterwards')
    .addHelpText('after', ABOUT)
    .action(async (folder: string | undefined) => {
      refuseWithoutGit()
      const isKept = folder !== undefined
      const place = isKept ? emptyFolder(folder) : mkdtempSync(join(tmpdir(), 'agentos-demo-'))
      try {
        const { showDemo } = await import('../demo/show-demo.ts')
        process.exitCode = await showDemo(realpathSync(place), { isKept })
      } finally {
        if (!isKept) rmSync(place, { recursive: true, force: true })
      }
    })
}

function refuseWithoutGit(): void {
  if (spawnSync('git', ['--version']).status === 0) return
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
