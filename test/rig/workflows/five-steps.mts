/**
 * Five steps, each with a side effect that can be counted: a line in effects.log. A file
 * `hold-<item>-<step>` makes that step hang once, after its side effect, until it is killed.
 */
import { appendFileSync, existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { defineWorkflow } from 'agentos'

const STEPS = ['one', 'two', 'three', 'four', 'five']
const count = Number(process.env.ITEMS ?? '1')

export default defineWorkflow({
  name: 'five-steps',
  label: 'FIVE',
  collect: () => Array.from({ length: count }, (_, index) => ({ id: `i${index + 1}` })),

  async run(item, { step, log, repo, signal }) {
    let sum = 0
    for (const name of STEPS) {
      sum += await step(name, async () => {
        appendFileSync(join(repo.root, 'effects.log'), `${item.id} ${name}\n`)
        const hold = join(repo.root, `hold-${item.id}-${name}`)
        if (existsSync(hold)) {
          rmSync(hold)
          log(`holding at ${name}`)
          await new Promise(() => {})
        }
        await sleep(Number(process.env.STEP_MS ?? '5'), undefined, { signal })
        return name.length
      })
    }
    await step('publish', () => repo.write(`out/${item.id}.txt`, `${item.id} ${sum}\n`))
  },
})
