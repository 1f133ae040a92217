/** Items that take more memory than they may, each in its own way. */
import { existsSync, writeFileSync } from 'node:fs'
import { defineWorkflow, type RunContext } from 'agentos'

const MEALS: Record<string, (context: RunContext) => unknown> = {
  always: ({ log }) => eat(log),
  'first-time': ({ log }) => {
    if (existsSync('has-eaten')) return
    writeFileSync('has-eaten', '')
    return eat(log)
  },
  // A grandchild in a session of its own eats; neither the worker nor its command do.
  grandchild: ({ command }) =>
    command('setsid', ['--wait', process.execPath, '-e', `(${eat})(console.log)`]),
  heap: () => {
    const held: unknown[] = []
    for (;;) held.push({ kept: held.length })
  },
  // Unheard of by anybody: what dies says it, and a key in it is not shown.
  abort: ({ log }) => {
    log(`about to give up on ${process.env.LEAKED}`)
    process.abort()
  },
}

async function eat(log: (line: string) => void): Promise<void> {
  const eaten = Buffer.alloc(300 * 1024 * 1024, 1)
  log('eaten')
  await new Promise((resolve) => setTimeout(resolve, 600_000))
  log(String(eaten.length))
}

export default defineWorkflow({
  name: 'hungry',
  collect: () => (process.env.ONLY ?? '').split(',').map((id) => ({ id })),
  async run(item, context) {
    await context.step('begin', () => 1)
    await MEALS[item.id]?.(context)
  },
})
