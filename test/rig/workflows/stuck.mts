/** Items that get stuck: in their own code, in a program, in a model's silence, waiting for a key. */
import { defineWorkflow, type RunContext } from 'agentos'

const PLACES: Record<string, (context: RunContext) => unknown> = {
  loop: () => {
    for (;;);
  },
  child: ({ command }) => command('sh', ['-c', 'sleep 600 & sleep 600 & wait']),
  call: ({ ask }) => ask('drafter', { task: 'text', text: 'Say something.' }),
}

export default defineWorkflow({
  name: 'stuck',
  label: 'S',
  roles: ['drafter'],
  collect: () => (process.env.ONLY ?? '').split(',').map((id) => ({ id })),
  async run(item, context) {
    await context.step('begin', () => 1)
    context.log('on its way')
    await PLACES[item.id.replace(/-.*/, '')]?.(context)
  },
})
