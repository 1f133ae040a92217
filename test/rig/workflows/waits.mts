/** Each item saves a step, waits for a file `go-<item>`, and saves another one. */
import { appendFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { defineWorkflow } from 'agentos'

export default defineWorkflow({
  name: 'waits',
  label: 'W',
  collect: () => (process.env.WAITS ?? 'a,b,c').split(',').map((id) => ({ id })),

  async run(item, { step, log, repo }) {
    const effect = (name: string) =>
      appendFileSync(join(repo.root, 'effects.log'), `${item.id} ${name}\n`)
    await step('one', () => effect('one'))
    log('waiting')
    while (!existsSync(join(repo.root, `go-${item.id}`))) await sleep(5)
    await step('two', () => effect('two'))
  },
})
