/** Asks a model and runs a command that runs another one; the first item's last step may hang once. */
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { defineWorkflow } from 'agentos'

const GRANDCHILD = 'echo "heard $TRACEPARENT $TRACESTATE $TRACER_RUN_ID $TRACER_PROJECT"'

export default defineWorkflow({
  name: 'traced',
  label: 'T',
  collect: () => Array.from({ length: 6 }, (_, index) => ({ id: `${index + 1}` })),
  async run(item, { step, ask, command, log, repo }) {
    await step('draft', () => ask('drafter', { task: 'draft', text: 'WHAT-THE-MODEL-READS' }))
    await step('check', () => command('sh', ['-c', `sh -c '${GRANDCHILD}'`]))
    await step('publish', async () => {
      const hold = join(repo.root, `hold-${item.id}`)
      if (!existsSync(hold)) return
      rmSync(hold)
      log('holding')
      await new Promise(() => {})
    })
  },
})
