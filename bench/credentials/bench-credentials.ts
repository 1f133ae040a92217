/**
 * `npm run bench -- credentials`: scenarios with limits and trouble through the product, and through
 * what one would take instead, against the same provider over HTTP.
 */
import { parseArgs } from 'node:util'
import { defaultAnswer } from '../../src/mock-provider/default-answer.ts'
import { startMockProvider } from '../../src/mock-provider/start-mock-provider.ts'
import { installPeers } from '../install-peers.ts'
import { lowerBoundMs } from './lower-bound.ts'
import { type Measured, measured } from './measured.ts'
import { isPeer, PEERS, runPeer } from './run-peer.ts'
import { runProduct } from './run-product.ts'
import { type BenchScenario, mockScenario } from './scenario.ts'
import { SCENARIOS, VARIANTS } from './scenarios.ts'
import { cell, headline, table } from './table.ts'

const PRODUCT = 'agentos'

export async function benchCredentials(args: readonly string[]): Promise<void> {
  const { values: flags } = parseArgs({
    args: [...args],
    options: {
      json: { type: 'boolean', default: false },
      rounds: { type: 'string', default: '1' },
      only: { type: 'string', multiple: true },
      peer: { type: 'string', multiple: true },
      'no-peers': { type: 'boolean', default: false },
    },
  })
  const names = [...SCENARIOS, ...VARIANTS].map(({ name }) => name)
  const rounds = Number(flags.rounds)
  if (!Number.isInteger(rounds) || rounds < 1)
    return complain('--rounds', flags.rounds, ['1', '2', '…'])
  for (const name of flags.only ?? [])
    if (!names.includes(name)) return complain('--only', name, names)
  for (const peer of flags.peer ?? []) if (!isPeer(peer)) return complain('--peer', peer, PEERS)
  const peers = flags['no-peers'] ? [] : PEERS.filter((peer) => flags.peer?.includes(peer) ?? true)
  if (peers.length > 0) installPeers()
  const wanted = (scenario: BenchScenario) => flags.only?.includes(scenario.name) ?? true
  const results: Measured[] = []
  for (let round = 0; round < rounds; round++) {
    for (const scenario of SCENARIOS.filter(wanted)) {
      for (const strategy of [PRODUCT, ...peers]) results.push(await measure(strategy, scenario))
    }
    for (const variant of VARIANTS.filter(wanted)) {
      const strategies = variant.shared === undefined ? [PRODUCT, ...peers] : [PRODUCT]
      for (const strategy of strategies) results.push(await measure(strategy, variant))
    }
  }
  if (flags.json) process.stdout.write(`${JSON.stringify(results, undefined, 2)}\n`)
  else process.stdout.write(`${headline(rounds)}\n${table(results)}`)
}

function complain(flag: string, given: string, possible: readonly string[]): void {
  process.stderr.write(`${flag} ${given}: expected one of ${possible.join(', ')}.\n`)
  process.exitCode = 2
}

async function measure(strategy: string, scenario: BenchScenario): Promise<Measured> {
  const provider = await startMockProvider({
    answer: defaultAnswer,
    scenario: mockScenario(scenario),
  })
  try {
    const makespanMs =
      strategy === PRODUCT
        ? await runProduct(scenario, provider)
        : await runPeer(strategy, scenario, provider)
    const lowerBound = lowerBoundMs(scenario)
    const result = measured(scenario, strategy, { makespanMs, lowerBoundMs: lowerBound, provider })
    process.stderr.write(
      `${scenario.name} ${strategy}: ${cell([result])} ${JSON.stringify(result.errors)}\n`,
    )
    return result
  } finally {
    await provider.close()
  }
}
