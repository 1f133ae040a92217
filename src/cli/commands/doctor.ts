import { EXIT } from '../../model/outcome.ts'
import type { Command } from '../command.ts'

const EXAMPLES = `
Examples:
  agentos doctor          what is set up, what is missing, and what to do about it
  agentos doctor --json   the same as one JSON document

Asks nobody but GitHub, if the config names it, and changes nothing. Exit code 1 when something would keep every run from starting.
`

export function addDoctorCommand(program: Command): void {
  program
    .command('doctor')
    .description('look whether all is there that runs need')
    .option('--json', 'one JSON document on stdout')
    .option('--config <file>', 'use this config file')
    .addHelpText('after', EXAMPLES)
    .action(async (flags: { json?: boolean; config?: string }) => {
      const { examine } = await import('../doctor-checks.ts')
      const { checkLines } = await import('../doctor-check.ts')
      const checks = await examine({
        workingDirectory: process.cwd(),
        configFile: flags.config,
        environment: process.env,
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
