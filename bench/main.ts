/** `npm run bench`: what the runner costs; or, with a name behind `--`, another benchmark. */
const BENCHMARKS: Readonly<Record<string, (args: readonly string[]) => Promise<void>>> = {
  runner: async (args) => (await import('./runner.ts')).benchRunner(args),
  startup: async (args) => (await import('./startup.ts')).benchStartup(args),
  credentials: async (args) =>
    (await import('./credentials/bench-credentials.ts')).benchCredentials(args),
  simulation: async (args) => (await import('./simulation.ts')).benchSimulation(args),
}

const given = process.argv.slice(2)
const isNamed = given[0] !== undefined && !given[0].startsWith('-')
const name = isNamed ? (given[0] as string) : 'runner'
const benchmark = Object.hasOwn(BENCHMARKS, name) ? BENCHMARKS[name] : undefined
if (benchmark === undefined) {
  process.stderr.write(
    `There is no benchmark "${name}"; there are ${Object.keys(BENCHMARKS).join(', ')}.\n`,
  )
  process.exitCode = 2
} else await benchmark(given.slice(isNamed ? 1 : 0))
