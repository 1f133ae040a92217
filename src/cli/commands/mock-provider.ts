import type { Command } from 'commander'
import type { MockProviderFlags } from '../mock-provider/serve-mock-provider.ts'

const EXAMPLES = `
Speaks the protocols of Gemini, Anthropic and OpenAI, takes any key, and needs no network.

Examples:
  agentos mock-provider                                         on port 4010, until Ctrl+C
  agentos mock-provider --port 0 --scenario rate-limits         a free port, with rate limits
  agentos lld --all --mock-url http://127.0.0.1:4010            asks it, from another terminal
`

export function addMockProviderCommand(program: Command): void {
  program
    .command('mock-provider')
    .description('run the mock provider as a server')
    .option('--port <n>', 'port on 127.0.0.1; 0 selects a free one', '4010')
    .option('--seed <n>', 'seed of the answers', '0')
    .option('--latency <ms>', 'duration of an answer', '0')
    .option(
      '--scenario <name or file>',
      'limits and errors: the name of a scenario, or a JSON file',
    )
    .addHelpText('after', EXAMPLES)
    .action(async (flags: MockProviderFlags) => {
      const { serveMockProvider } = await import('../mock-provider/serve-mock-provider.ts')
      await serveMockProvider(flags)
    })
}
