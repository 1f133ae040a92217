import { expect, test } from 'vitest'
import { defaultAnswer } from '../../src/mock-provider/default-answer.ts'
import { markerOf } from '../../src/mock-provider/scenario/marker.ts'
import { count, poolProject } from '../rig/pool-project.ts'

/** A call costs at most 256 × $0.001, and with this prompt really 100 × $0.001. */
const PRICED = {
  limits: { outputTokens: 256 },
  prices: { 'claude-x': { input: 0, output: 1_000 } },
}
const TEN_CENTS = '<!-- mock output=100 -->'

test('waiting for a key longer than an item may take, or may be silent, kills nobody', async () => {
  const { project, arrivals, run } = await poolProject({
    keys: [{}],
    answer: (call, context) =>
      arrivals.length === 1 ? { error: 'rate', retryAfterMs: 8_000 } : defaultAnswer(call, context),
  })
  const limits = ['--set', 'limits.itemTimeout=7s', '--set', 'limits.idleTimeout=7s']
  expect((await run({}, ...limits)).code).toBe(0)
  const events = project.events()
  const at = (type: string) => events.findLast((event) => event.type === type)?.at ?? 0
  expect(at('lease-granted') - at('lease-queued')).toBeGreaterThan(7_000)
})

test('an item that might cost more than it may fails with that reason, the others go on', async () => {
  const { provider, run } = await poolProject({
    keys: [{}],
    config: PRICED,
    answer: (call) => ({ text: 'Fine.', outputTokens: markerOf(call)?.item === 'i1' ? 100 : 2 }),
  })
  const { code, stdout } = await run({ items: 3, steps: 3 }, '--set', 'limits.itemCost=0.4')
  expect(code).toBe(1)
  expect(stdout).toContain(
    '[ASK-i1]   What: step s3: its next call might exceed its cost limit of $0.40\n[ASK-i1]   Why:  $0.20 spent so far',
  )
  expect(stdout).toContain(': 2 done, 1 failed.')
  expect(provider.statistics().answered).toBe(8)
})

test('a run stops before it might cost more than --max-cost, with exit 5, and goes on with more', async () => {
  const { provider, run } = await poolProject({ keys: [{}], config: PRICED })
  const shape = { items: 2, steps: 2, prompt: TEN_CENTS }
  const { code, stdout } = await run(shape, '--max-cost', '0.5')
  expect(code).toBe(5)
  expect(stdout).toMatch(
    /Stopping \(the next call might cost more than the run may, see limits.runCost: \$0.\d\d of \$0.50 spent, the call up to \$0.\d\d\)/,
  )
  expect(provider.statistics().answered).toBe(3)
  expect((await run(shape, '--max-cost', '0.5')).code).toBe(0)
  expect(provider.statistics()).toMatchObject({ answered: 4, repeated: 0 })
})

test('a price that is not known is warned about once and shown as unknown', async () => {
  const { project, run } = await poolProject({ keys: [{}] })
  const { code, stdout } = await run({ items: 2, steps: 2 })
  expect(code).toBe(0)
  expect(count(stdout, 'Warning: the price of claude-x is unknown')).toBe(1)
  expect(stdout).toContain('cost unknown (set prices in the config)')
  expect(project.read(`${project.latestRun()}/summary.md`)).toContain('| unknown |')
})
