import { EXIT } from '../../model/outcome.ts'
import type { Command } from '../command.ts'

const EXAMPLES = `
Examples:
  agentos doctor            what is set up, what is missing, and what to do about it
  agentos doctor --online   also one small call for each model with each key: is it answered, by whom, how fast
  agentos doctor --json     the same as one JSON document

Asks nobody but GitHub, if the config names it, and changes nothing; --online asks the models, which costs a fraction of a cent a call. Exit code 1 when something would keep every run from starting, or a call was not answered.
`

export function addDoctorCommand(program: Command): void {
  program
    .command('doctor')
    .description('look whether all is there that runs need')
    .option('--online', 'make one small call for each model and credential')
    .option('--json', 'one JSON document on stdout')
    .option('--config <file>', 'use this config file')
    .addHelpText('after', EXAMPLES)
    .action(async (flags: { online?: boolean; json?: boolean; config?: string }) => {
      const { examine } = await import('../../app/doctor/examine.ts')
      const { checkLines } = await import('../../app/doctor/check.ts')
      const checks = await examine({
        workingDirectory: process.cwd(),
        configFile: flags.config,
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
