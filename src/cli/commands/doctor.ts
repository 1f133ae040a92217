import type { Command } from 'commander'
import { EXIT } from '../../model/outcome.ts'
import { addSettingFlags, parseSetting, type SettingFlags } from '../work-flags.ts'

const EXAMPLES = `
Examples:
  agentos doctor            what is set up, what is missing, and how to fix it
  agentos doctor --online   also one small call for each model and credential: does it answer, which model, how fast
  agentos doctor --json     the same as one JSON document
  agentos doctor --set models.reviewer=google:gemini-3.8-flash
                            as a run with this flag

Changes nothing; requests go to GitHub only, if it is configured. --online calls the models, which costs a fraction of a cent per call. Exit code 1 if no run could start, or a call was not answered.
`

export function addDoctorCommand(program: Command): void {
  const command = program
    .command('doctor')
    .description('check prerequisites: keys, models, git, state')
    .option('--online', 'make one small call for each model and credential')
    .option('--json', 'one JSON document on stdout')
  addSettingFlags(command)
    .option('--no-color', 'no colours; there are none here')
    .addHelpText('after', EXAMPLES)
    .action(async (flags: SettingFlags & { online?: boolean; json?: boolean }) => {
      const { examine } = await import('../../app/doctor/examine.ts')
      const { checkLines } = await import('../../app/doctor/check.ts')
      const { online = false, json = false, config, set = [] } = flags
      const checks = await examine({
        workingDirectory: process.cwd(),
        configFile: config,
        settings: set.map(parseSetting),
        isOnline: online,
      })
      const document = { schema: 'agentos.doctor/1', checks }
      const text = json ? JSON.stringify(document, null, 2) : checkLines(checks).join('\n')
      process.stdout.write(`${text}\n`)
      if (checks.some(({ status }) => status === 'fail')) process.exitCode = EXIT.failed
    })
}
