/** Ten items, three of them in trouble, each in its own way. */
import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { defineWorkflow, type RunContext } from 'agentos'

const TROUBLES: Record<string, (context: RunContext) => unknown> = {
  throws: () => {
    throw new Error('no luck')
  },
  'kills-itself': () => process.kill(process.pid, 'SIGKILL'),
  // One child that ignores SIGTERM, and one that has run away into a session of its own.
  hangs: ({ command }) =>
    command('sh', ['-c', "trap '' TERM; setsid sleep 600 & sleep 600 & echo hanging; wait"]),
  // Blocks its own thread, so that it cannot heed a stop, while a child shows the time passing.
  ticks: () => {
    const loop = 'n=0; while :; do n=$((n+1)); echo tick $n; sleep 0.2; done'
    spawn('sh', ['-c', loop], { stdio: 'inherit' })
    for (;;);
  },
  'never-exits': () =>
    process.on('exit', () => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)),
  'blocks-for-ever': ({ log }) => {
    log('blocking')
    for (;;);
  },
}
const FINE = ['f1', 'f2', 'f3', 'f4', 'f5', 'f6', 'f7']

export default defineWorkflow({
  name: 'trouble',
  label: 'T',
  collect: () =>
    (process.env.ONLY?.split(',') ?? ['throws', 'kills-itself', 'hangs', ...FINE]).map((id) => ({
      id,
    })),
  async run(item, context) {
    await context.step('work', () => sleep(20))
    await TROUBLES[item.id]?.(context)
  },
})
