import type { Command } from 'commander'
import { addSettingFlags, parseSetting, type SettingFlags } from '../work-flags.ts'

const EXAMPLES = `
Precedence, lowest first: defaults, file, environment, flags. API keys are never shown, only the names of
their variables, and whether they are set.

Examples:
  agentos config                               every setting and its source
  agentos config limits                        a group of them
  agentos config limits.itemTimeout --json     one of them, as a JSON document
  agentos config --set maxParallel=4           as a run with this flag
`

export function addConfigCommand(program: Command): void {
  const command = program
    .command('config')
    .description('effective settings and their source')
    .argument('[setting]', 'one setting or a group, such as limits')
    .option('--json', 'one JSON document on stdout')
  addSettingFlags(command)
    .addHelpText('after', EXAMPLES)
    .action(async (wanted: string | undefined, flags: SettingFlags & { json?: boolean }) => {
      const { json = false, set = [], config: file } = flags
      const { configText } = await import('../show/show-config.ts')
      const asked = { wanted, json, file, flags: set.map(parseSetting) }
      process.stdout.write(await configText({ ...asked, workingDirectory: process.cwd() }))
    })
}
