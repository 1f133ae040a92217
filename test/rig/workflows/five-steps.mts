/**
 * Five steps, each with a side effect that can be counted: a line in effects.log. A file
 * `hold-<item>-<step>` makes that step hang once, after its side effect, until it is killed.
 * `MEET=4`: the first step ends when four items are in it or have been.
 */
import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { defineWorkflow } from 'agentos'

const STEPS = ['one', 'two', 'three', 'four', 'five']
const count = Number(process.env.ITEMS ?? '1')
const meeting = Number(process.env.MEET ?? '1')

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
        do await sleep(Number(process.env.STEP_MS ?? '5'), undefined, { signal })
        while (begun(repo.root) < meeting)
        return name.length
      })
    }
    await step('publish', () => repo.write(`out/${item.id}.txt`, `${item.id} ${sum}\n`))
  },
})

const begun = (root: string) =>
  readFileSync(join(root, 'effects.log'), 'utf8').match(/ one$/gm)?.length ?? 0
