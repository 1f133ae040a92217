/** Items whose programs do what programs should not. */
import { closeSync, openSync, writeFileSync } from 'node:fs'
import { defineWorkflow, type RunContext } from 'agentos'

const DEEDS: Record<string, (context: RunContext) => unknown> = {
  fine: () => {},
  endless: ({ command }) => command('yes', ['a line of a program that never stops printing']),
  unbroken: ({ command }) =>
    command('sh', ['-c', "yes abcdefghijklmno | tr -d '\\n' | head -c 40000000"]),
  numbers: ({ command }) => command('seq', ['1', '500000']),
  random: ({ command }) => command('sh', ['-c', 'head -c 5000000 /dev/urandom']),
  // Out of the session, out of the family, and with nothing open that would give it away.
  'double-fork': ({ command }) =>
    command('sh', [
      '-c',
      '(setsid sh -c "exec >/dev/null 2>&1 </dev/null; sleep 600" &); echo gone',
    ]),
  'closes-its-output': ({ command }) =>
    command('sh', ['-c', 'exec 1>&- 2>&-; cat /proc/self/status; exit 0']),
  'closes-our-output': () => {
    closeSync(1)
    closeSync(2)
  },
  // The next file that is opened takes the number of the one that was closed.
  'takes-our-output': () => {
    writeFileSync('big', 'x'.repeat(1_000_000))
    closeSync(1)
    if (openSync('big', 'r') !== 1) throw new Error('not the number that was meant')
  },
}

export default defineWorkflow({
  name: 'hostile',
  label: 'H',
  collect: () => (process.env.ONLY ?? '').split(',').map((id) => ({ id })),
  async run(item, context) {
    await context.step('begin', () => 1)
    await DEEDS[item.id]?.(context)
    await context.step('end', () => 1)
  },
})
