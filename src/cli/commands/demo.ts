import type { Command } from 'commander'

const ABOUT = `
Three briefs become issues, designs and tested code on branches, by a mock provider. A rate limit,
a kill -9 and a refused item are part of it. Exit code 0 if everything ended as expected.

Examples:
  agentos demo              in a folder that is removed afterwards
  agentos demo ../kept      in a folder that is kept
`

export function addDemoCommand(program: Command): void {
  program
    .command('demo')
    .description('run a demo offline, from briefs to code')
    .argument('[folder]', 'a new or empty folder to keep; without one it is removed afterwards')
    .addHelpText('after', ABOUT)
    .action(async (folder: string | undefined) => {
      const { runDemo } = await import('../demo/run-demo.ts')
      process.exitCode = await runDemo(folder)
    })
}
