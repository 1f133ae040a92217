/** `npm run chaos -- [--seed n] [--items n] [--troubles n]`: 200 items by default; prints its seed. */
import { parseArgs } from 'node:util'
import { chaos } from './chaos.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1e6)) },
    items: { type: 'string', default: '200' },
    troubles: { type: 'string', default: '30' },
  },
})
const items = Number(values.items)
const designs = Math.ceil(items / 5)
const log = (line: string) => process.stdout.write(`${line}\n`)

const stopped = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, () => stopped.abort(new Error(`Stopped by ${signal}.`)))

log(`seed ${values.seed}, ${items} items, ${values.troubles} troubles for each workflow`)
const report = await chaos({
  ...{ seed: Number(values.seed), troubles: Number(values.troubles) },
  ...{ small: items - designs, designs, log, signal: stopped.signal },
})
log(`${report.runs} runs, ${JSON.stringify(report.troubles)}`)
for (const problem of report.problems) log(`WRONG: ${problem}`)
log(report.problems.length === 0 ? `All ${items} items are done, each once.` : 'Not all is well.')
process.exitCode = report.problems.length === 0 ? 0 : 1
