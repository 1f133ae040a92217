import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Command } from 'commander'
import { UsageError } from '../../model/usage-error.ts'
import type { WorkFlags } from '../work-flags.ts'

const EXAMPLE = fileURLToPath(new URL('../../../examples/bakery.mts', import.meta.url))

const FLAGS: WorkFlags = {
  names: 'all',
  parallel: 3,
  dryRun: false,
  json: false,
  fresh: false,
  failFast: false,
  quiet: false,
  verbose: false,
  colour: true,
  config: undefined,
  settings: [],
}

export function addDemoCommand(program: Command): void {
  program
    .command('demo')
    .description('see it work: eight items, three at a time, in a throw-away folder')
    .argument('[folder]', 'a new or empty folder to keep; without one it is removed afterwards')
    .action(async (folder: string | undefined) => {
      const place =
        folder === undefined ? mkdtempSync(join(tmpdir(), 'agentos-demo-')) : emptyFolder(folder)
      try {
        process.exitCode = await bake(place)
      } finally {
        if (folder === undefined) rmSync(place, { recursive: true, force: true })
      }
    })
}

async function bake(folder: string): Promise<number> {
  const workflowFile = join(folder, 'bakery.mts')
  cpSync(EXAMPLE, workflowFile)
  const { work } = await import('../work.ts')
  const argv = ['run', workflowFile, '--all', '--parallel', '3']
  return work({ workflowFile, flags: FLAGS, argv, workingDirectory: folder })
}

function emptyFolder(folder: string): string {
  const place = resolve(folder)
  mkdirSync(place, { recursive: true })
  if (readdirSync(place).length === 0) return place
  throw new UsageError('demo-folder-not-empty', `Folder ${folder} is not empty.`, {
    hint: 'Name a new one, or none.',
  })
}
