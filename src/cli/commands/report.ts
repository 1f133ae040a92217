import type { Command } from 'commander'

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
    .option('--output <file>', 'write it to this file instead of stdout')
    .option('--send', 'send spans and metrics to the OTLP receiver that OTEL_* names')
    .addHelpText('after', EXAMPLES)
    .action(
      async (
        run: string | undefined,
        flags: { format: string; output?: string; send?: boolean },
      ) => {
        const { makeReport } = await import('../../app/past/make-report.ts')
        const { format, output, send = false } = flags
        const asked = { run, format, output, send, workingDirectory: process.cwd() }
        const warn = (text: string) => void process.stderr.write(`warning: ${text}\n`)
        process.stdout.write(await makeReport({ ...asked, warn }))
      },
    )
}
