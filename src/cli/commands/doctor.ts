import { EXIT } from '../../model/outcome.ts'
import type { Command } from '../command.ts'
import { parseSetting } from '../work-flags.ts'

const EXAMPLES = `
Examples:
  agentos doctor            what is set up, what is missing, and what to do about it
  agentos doctor --online   also one small call for each model with each key: is it answered, by whom, how fast
  agentos doctor --json     the same as one JSON document
  agentos doctor --set models.reviewer=google:gemini-2.5-pro
                            as a run with this flag would find it

Asks nobody but GitHub, if the config names it, and changes nothing; --online asks the models, which costs a fraction of a cent a call. Exit code 1 when something would keep every run from starting, or a call was not answered.
`

export function addDoctorCommand(program: Command): void {
  program
    .command('doctor')
    .description('look whether all is there that runs need')
    .option('--online', 'make one small call for each model and credential')
    .option('--json', 'one JSON document on stdout')
    .option(
      '--set <setting=value>',
      'as a work command would be given it; may be repeated',
      (value, earlier = []) => [...earlier, value],
    )
    .option('--config <file>', 'use this config file')
    .option('--no-color', 'no colours; there are none here')
    .addHelpText('after', EXAMPLES)
    .action(async (flags: Flags) => {
      const { examine } = await import('../../app/doctor/examine.ts')
      const { checkLines } = await import('../../app/doctor/check.ts')
      const checks = await examine({
        workingDirectory: process.cwd(),
        configFile: flags.config,
        settings: (flags.set ?? []).map(parseSetting),
        environment: process.env,
        isOnline: flags.online === true,
      })
      const document = { schema: 'agentos.doctor/1', checks }
      process.stdout.write(
        flags.json === true
          ? `${JSON.stringify(document, null, 2)}\n`
          : `${checkLines(checks).join('\n')}\n`,
      )
      if (checks.some(({ status }) => status === 'fail')) process.exitCode = EXIT.failed
    })
}

interface Flags {
  readonly online?: boolean
  readonly json?: boolean
  readonly set?: string[]
  readonly config?: string
}
