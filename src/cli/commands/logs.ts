import { pipeline } from 'node:stream/promises'
import type { Command } from 'commander'
import type { LogFlags } from '../show/show-log.ts'

const EXAMPLES = `
Examples:
  agentos logs LLD-42                  what the item printed in its newest run
  agentos logs LLD-42 -f               continues until the item has ended
  agentos logs LLD-42 --step draft     only what was printed during that step
  agentos logs LLD-42 --since 5m       only the last five minutes, rather more than less
  agentos logs                         the coordinator's log of the newest run
  agentos logs r-1f2e                  the same of another run
`

export function addLogsCommand(program: Command): void {
  program
    .command('logs')
    .description('print the log of an item or of a run')
    .argument('[item]', 'by label or id; or a run; the newest run if absent')
    .option('-f, --follow', 'continue printing until it has ended', false)
    .option('--step <step>', 'only what was printed during this step')
    .option('--since <time>', 'only output since then, such as 90s, 5m or 2h')
    .option('--run <run>', "in this run, instead of the item's newest")
    .option('--path', 'print only the path of the log', false)
    .addHelpText('after', EXAMPLES)
    .action(async (item: string | undefined, flags: LogFlags) => {
      const { showLog } = await import('../show/show-log.ts')
      await print(showLog(item, flags, process.cwd()))
    })
}

async function print(texts: AsyncIterable<string>): Promise<void> {
  try {
    await pipeline(texts, process.stdout, { end: false })
  } catch (error) {
    const isGone = error instanceof Error && 'code' in error && error.code === 'EPIPE'
    if (!isGone) throw error // a closed pipe, such as `| head`, is no error
  }
}
