/** Four steps of different kinds: thinking, a model, a command, publishing. */
import { setTimeout as sleep } from 'node:timers/promises'
import { defineWorkflow } from 'agentos'

const count = Number(process.env.ITEMS ?? '1')

export default defineWorkflow({
  name: 'small',
  label: 'SMALL',
  roles: ['drafter'],
  collect: () => Array.from({ length: count }, (_, index) => ({ id: `s${index + 1}` })),

  async run(item, { step, ask, command, repo, signal }) {
    const number = await step('think', async () => {
      await sleep(20, undefined, { signal })
      return Number(item.id.slice(1)) * 7
    })
    const answer = await step('ask', () => ask('drafter', { task: 'say', text: `Say ${item.id}.` }))
    await step('command', () => command(process.execPath, ['-e', `console.log('${item.id}')`]))
    const text = `${item.id} ${number} ${answer.length > 0}\n`
    await step('publish', () => repo.write(`out/${item.id}.txt`, text))
  },
})
