import type { Command } from 'commander'
import { UsageError } from '../../model/usage-error.ts'

const EXAMPLES = `
Formats:
  md       the run's summary, for people
  json     the same for programs
  junit    a test for each item, for CI servers
  html     a page with a timeline, for a browser; with --output it links logs and documents
  otlp     spans and metrics as OpenTelemetry's JSON; --send sends them to the receiver of OTEL_*
  trace    workers and credentials over time; open it at https://ui.perfetto.dev

Examples:
  agentos report                                      the newest run
  agentos report --open                               the page of the newest run, in a browser
  agentos report --format html --output run.html
  agentos report r-1f2e --format junit --output report.xml
  agentos report --format otlp --send
`

export function addReportCommand(program: Command): void {
  program
    .command('report')
    .description('write a report of a run')
    .argument('[run]', 'its id or the beginning of it; the newest run if absent')
    .option('--format <md|json|junit|html|otlp|trace>', 'format of the report', 'md')
    .option('--output <file>', 'write it to this file instead of stdout; its folder is made')
    .option('--open', 'write the page (html) and open it; without --output beside the logs')
    .option('--send', 'send spans and metrics to the OTLP receiver that OTEL_* names')
    .addHelpText('after', EXAMPLES)
    .action(
      async (
        run: string | undefined,
        flags: { format: string; output?: string; open?: boolean; send?: boolean },
        chosen: Command,
      ) => {
        const { format, output, open = false, send = false } = flags
        const warn = (text: string) => void process.stderr.write(`warning: ${text}\n`)
        const asked = { run, output, workingDirectory: process.cwd(), warn }
        if (open) {
          const isOther = chosen.getOptionValueSource('format') === 'cli' && format !== 'html'
          if (isOther || send)
            throw new UsageError('open-misused', '--open is for the page: --format html.')
          const { openPage } = await import('../show/open-page.ts')
          return void process.stdout.write(await openPage(asked))
        }
        const { makeReport } = await import('../../app/past/make-report.ts')
        process.stdout.write(await makeReport({ ...asked, format, send }))
      },
    )
}
