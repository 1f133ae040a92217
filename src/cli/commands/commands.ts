import type { Command } from 'commander'
import { addCleanCommand } from './clean.ts'
import { addCompletionCommand } from './completion.ts'
import { addConfigCommand } from './config.ts'
import { addCredentialsCommand } from './credentials.ts'
import { addDemoCommand } from './demo.ts'
import { addDoctorCommand } from './doctor.ts'
import { addGatesCommands } from './gates.ts'
import { addInitCommand } from './init.ts'
import { addLogsCommand } from './logs.ts'
import { addMockProviderCommand } from './mock-provider.ts'
import { addReportCommand } from './report.ts'
import { addRetryCommand } from './retry.ts'
import { addReviewCommand } from './review.ts'
import { addRunsCommand } from './runs.ts'
import { addStatusCommand } from './status.ts'
import { addStopCommand } from './stop.ts'
import { addWorkCommands } from './work.ts'

type Declare = (program: Command, argv: readonly string[]) => void

/** Every command there is, in the groups and the order of `agentos --help`. */
export const COMMANDS: Readonly<Record<string, readonly Declare[]>> = {
  Work: [addWorkCommands, addStopCommand],
  Inspect: [addStatusCommand, addRunsCommand, addLogsCommand, addReportCommand, addReviewCommand],
  Answer: [addGatesCommands, addRetryCommand],
  'Set up': [
    addInitCommand,
    addDoctorCommand,
    addConfigCommand,
    addCredentialsCommand,
    addCleanCommand,
    addCompletionCommand,
    addDemoCommand,
    addMockProviderCommand,
  ],
}
