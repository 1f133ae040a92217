/** Items that print in every way that has ever lost or torn a line. */
import { writeSync } from 'node:fs'
import { defineWorkflow, type RunContext } from 'agentos'

/** A program that numbers lines on stdout and stderr in turn and then leaves in a hurry. */
const GRANDCHILD = `
  for (let n = 1; n <= 30000; n++) {
    (n % 2 ? process.stdout : process.stderr).write('line ' + n + '\\n')
  }
  process.exit(0)`

/** A program that prints a hundred megabytes a second, and never ends. */
const TALKER = `setInterval(() => process.stdout.write('a line\\n'.repeat(150000)), 10)`

const NOISES: Record<string, (context: RunContext) => unknown> = {
  grandchild: ({ command }) => command(process.execPath, ['-e', GRANDCHILD]),
  thrower: ({ log }) => {
    for (let n = 1; n <= 2000; n++) log(`line ${n}`)
    process.stderr.write('last words without newline')
    throw new Error('after printing')
  },
  killed: ({ log }) => {
    for (let n = 1; n <= 2000; n++) log(`line ${n}`)
    process.kill(process.pid, 'SIGKILL')
  },
  exiting: ({ log }) => {
    for (let n = 1; n <= 2000; n++) log(`line ${n}`)
    process.exit(0)
  },
  long: ({ log }) => {
    process.stdout.write('é'.repeat(1_000_000))
    log('')
    log('after the long line')
  },
  binary: () => {
    writeSync(1, Buffer.from([0x61, 0xff, 0xfe, 0x62, 0x0a, 0xc3]))
    writeSync(1, Buffer.from([0xa9, 0x0a, 0x00, 0x07, 0x0a]))
  },
  progress: () => {
    for (let percent = 0; percent <= 100; percent += 10) process.stdout.write(`\r${percent}%`)
    process.stdout.write('\ncrlf\r\n\x1b[2J\x1b]0;title\x07plain\n')
  },
  flood: ({ command }) =>
    command('sh', ['-c', 'yes "a line of output, eighty bytes or so" | head -c 80000000']),
  endless: ({ command }) => command(process.execPath, ['-e', TALKER]),
  unbroken: ({ command }) =>
    command('sh', ['-c', "yes abcdefghijklmno | tr -d '\\n' | head -c 260000000"]),
}

const chosen = (process.env.NOISES ?? Object.keys(NOISES).join()).split(',')

export default defineWorkflow({
  name: 'noise',
  collect: () => chosen.map((id) => ({ id })),
  run: (item, context) => NOISES[item.id]?.(context),
})
