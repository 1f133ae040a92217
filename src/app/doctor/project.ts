/** What runs of `implement` need of the project: commands that can be started, folders that last. */
import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { Repository } from '../../authoring/repository.ts'
import type { Config } from '../../config/schema.ts'
import { userRepository } from '../../repository/user-repository.ts'
import { projectTools } from '../../workflows/implement/proof/project-tools.ts'
import type { ImplementSettings } from '../../workflows/implement/settings.ts'
import { folderWarnings } from '../run/folder-warnings.ts'
import { type Check, checkOf } from './check.ts'

export async function projectChecks(config: Config, root: string): Promise<Check[]> {
  const repo = userRepository(root, config.folders)
  return [...(await commandChecks(config, repo)), ...(await folderChecks(config, repo))]
}

async function commandChecks(config: Config, repo: Repository): Promise<Check[]> {
  const { setup, tests, checks } = await projectTools(repo, config.implement as ImplementSettings)
  const { ok, warn } = checkOf('tests')
  const known =
    tests === undefined
      ? warn(
          'There is no known way to run them; `agentos implement` needs one.',
          'Set implement.test, such as `npm test`; a new project needs one test.',
        )
      : ok(`${tests.all} (${tests.framework}, known from ${tests.from})`)
  const commands = [setup, tests?.all, ...checks].filter((command) => command !== undefined)
  const missing = [...new Set(commands.map(programOf))].filter(
    (program) => program !== undefined && !isThere(program, repo.root),
  )
  return [
    known,
    checkOf('checks').ok(checks.length === 0 ? 'None (implement.checks).' : checks.join(', ')),
    ...missing.map((program) =>
      checkOf('commands').warn(
        `${program} is not installed, but commands of \`agentos implement\` begin with it.`,
        `Install ${program}, or set implement.setup, implement.test and implement.checks.`,
      ),
    ),
  ]
}

async function folderChecks(config: Config, repo: Repository): Promise<Check[]> {
  const warnings = await Promise.all(
    ['lld', 'implement'].map((workflow) => folderWarnings(workflow, config, repo)),
  )
  const { warn } = checkOf('folders')
  const found = new Map(warnings.flat().map((warning) => [warning.what, warning]))
  return [...found.values()].map(({ what, remedy }) =>
    warn(`${what}.`, `${remedy.charAt(0).toUpperCase()}${remedy.slice(1)}.`),
  )
}

/** The first word of a command, if that is the name of a program and nothing of the shell's. */
function programOf(command: string): string | undefined {
  return /^\s*([A-Za-z][\w.+-]*)(\s|$)/.exec(command)?.[1]
}

const OF_THE_SHELL = new Set(['cd', 'export', 'set', 'test', 'true', 'if', 'for', 'source', 'eval'])

function isThere(program: string, root: string): boolean {
  if (OF_THE_SHELL.has(program)) return true
  const own = join(root, 'node_modules', '.bin')
  return [own, ...(process.env.PATH ?? '').split(delimiter)].some((folder) => {
    const path = join(folder, program)
    try {
      accessSync(path, constants.X_OK)
      return statSync(path).isFile()
    } catch {
      return false // not in this folder; another may have it
    }
  })
}
