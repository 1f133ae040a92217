import { defineWorkflow } from 'agentos'

/** Shows a file that is read outside of steps, so that it may change after it was shown. */
export default defineWorkflow({
  name: 'asks',
  collect: () => [{ id: 'a' }, { id: 'b' }],
  async run(item, { step, gate, repo, log }) {
    await step('prepare', () => log(`prepares ${item.id}`))
    const content = (await repo.read(`${item.id}.txt`)) ?? ''
    const said = await gate('publish', { question: `Publish ${item.id}?`, content })
    await step('publish', () => log(`${item.id}: ${JSON.stringify(said)}`))
  },
})
