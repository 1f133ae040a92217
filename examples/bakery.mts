/**
 * A small custom workflow: eight loaves, four steps each.
 *
 *   agentos run examples/bakery.mts --all --parallel 3
 *
 * Stop it with Ctrl+C and run it again: it resumes, and no finished step runs a second time.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { defineWorkflow } from 'agentos'

const LOAVES = ['rye', 'spelt', 'sourdough', 'baguette', 'focaccia', 'ciabatta', 'brioche', 'bagel']

export default defineWorkflow({
  name: 'bakery',
  label: 'LOAF',
  collect: () => LOAVES.map((id) => ({ id, title: `One ${id}` })),

  async run(item, { step, log, command, repo, signal }) {
    const flour = await step('weigh', async () => {
      await sleep(100, undefined, { signal })
      return 400 + item.id.length * 10
    })
    log(`${flour} g of flour are on the table`)

    await step('knead', () => sleep(150, undefined, { signal }))

    await step('bake', async () => {
      // Output of a command is the item's output, prefixed with the item's label.
      await command('sh', [
        '-c',
        'for heat in 180 200 220; do echo "oven at $heat °C"; sleep 0.1; done',
      ])
    })

    await step('shelve', () => repo.write(`shelf/${item.id}.txt`, `${item.title}, ${flour} g\n`))
  },
})
