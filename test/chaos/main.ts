/**
 * `npm run chaos -- [--seed n] [--items n] [--troubles n]`: 200 items of two workflows by default; prints its seed.
 * `npm run chaos -- --workflow implement [--seed 1,2,3] [--items n] [--troubles n] [-v]`: 30 items, ten seeds by default, and
 * minutes for each. Exit code 1 if anything is wrong; nothing is left behind.
 */
import { parseArgs } from 'node:util'
import { chaos } from './chaos.ts'
import { chaosOfImplement } from './implement/seeds.ts'

const { values } = parseArgs({
  options: {
    workflow: { type: 'string' },
    seed: { type: 'string' },
    items: { type: 'string' },
    troubles: { type: 'string' },
    verbose: { type: 'boolean', short: 'v', default: false },
  },
})
const log = (line: string) => void process.stdout.write(`${line}\n`)

const stopped = new AbortController()
const { signal } = stopped
for (const name of ['SIGINT', 'SIGTERM'])
  process.once(name, () => stopped.abort(new Error(`Stopped by ${name}.`)))

const isWell = values.workflow === 'implement' ? await ofImplement() : await ofSmallAndDesigns()
process.exitCode = isWell ? 0 : 1

async function ofImplement(): Promise<boolean> {
  const { seed = '1,2,3,4,5,6,7,8,9,10', items = '30', troubles = '32' } = values
  const numbers = { items: Number(items), disturbances: Number(troubles) }
  const story = values.verbose ? log : () => {}
  const seeds = seed.split(',').map(Number)
  return (await chaosOfImplement({ ...numbers, seeds, log, story, signal })).isWell
}

async function ofSmallAndDesigns(): Promise<boolean> {
  const { seed = String(Math.floor(Math.random() * 1e6)), troubles = '30' } = values
  const items = Number(values.items ?? '200')
  const designs = Math.ceil(items / 5)
  log(`seed ${seed}, ${items} items, ${troubles} troubles for each workflow`)
  const numbers = {
    seed: Number(seed),
    troubles: Number(troubles),
    small: items - designs,
    designs,
  }
  const report = await chaos({ ...numbers, log, signal })
  log(`${report.runs} runs, ${JSON.stringify(report.troubles)}`)
  for (const problem of report.problems) log(`WRONG: ${problem}`)
  log(report.problems.length === 0 ? `All ${items} items are done, each once.` : 'Not all is well.')
  return report.problems.length === 0
}
