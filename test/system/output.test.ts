import { expect, test } from 'vitest'
import { sharedByTests } from '../rig/at-end.ts'
import { Project } from '../rig/project.ts'

const NOISES = ['grandchild', 'thrower', 'killed', 'exiting', 'long', 'binary', 'progress']
const LINES = 30_000
const LONG_LINE = 'é'.repeat(1_000_000)

/** One run in which every item prints in its own way. */
const printed = sharedByTests(async () => {
  const project = new Project()
  const args = ['run', project.workflow('noise'), '--all', '-v', '--parallel=3']
  const { stdout } = await project.agentos(args, { env: { NOISES: NOISES.join() } })
  return { project, stdout, all: stdout.trimEnd().split('\n') }
})

function noise(name: string) {
  const { project, stdout, all } = printed()
  const prefix = `[NOISE-${name}] `
  const lines = all
    .filter((line) => line.startsWith(prefix))
    .map((line) => line.slice(prefix.length))
  const log = project.read(`${project.latestRun()}/NOISE-${name}.log`).split('\n')
  return { stdout, lines, log }
}

test('every line has one prefix', () => {
  const bare = printed().all.filter((line) => !/^\[(agentos|NOISE-[a-z]+)\] /.test(line))
  expect(bare.map((line) => line.slice(0, 80))).toEqual([])
})

test('a grandchild that prints tens of thousands of lines on both streams and exits loses none, in order', () => {
  const { lines, log } = noise('grandchild')
  const expected = Array.from({ length: LINES }, (_, index) => `line ${index + 1}`)
  expect(lines.filter((line) => line.startsWith('line '))).toEqual(expected)
  expect(log.filter((line) => line.startsWith('line '))).toEqual(expected)
})

test('what a worker printed before it threw is there, also a last line without newline', () => {
  const { lines, log } = noise('thrower')
  expect(lines.filter((line) => line.startsWith('line '))).toHaveLength(2000)
  expect(log).toContain('last words without newline')
  const last = lines.indexOf('last words without newline')
  expect(last).toBeGreaterThan(0)
  expect(lines.findIndex((line) => line.startsWith('FAILED'))).toBeGreaterThan(last)
})

test.each([
  ['killed', 'its worker died 3 times (SIGKILL)'],
  ['exiting', 'its worker died 3 times (exit code 0)'],
])('what a worker printed before it was %s is there, from each of its attempts', (name, reason) => {
  const { lines, stdout } = noise(name)
  expect(lines.filter((line) => line.startsWith('line '))).toHaveLength(3 * 2000)
  expect(stdout).toContain(reason)
})

test('a line of 2 MB arrives whole behind one prefix', () => {
  const { lines, log } = noise('long')
  expect(lines.includes(LONG_LINE)).toBe(true)
  expect(log.includes(LONG_LINE)).toBe(true)
  expect(lines).toContain('after the long line')
})

test('bytes that are no UTF-8 and control characters are shown, not obeyed', () => {
  const { lines } = noise('binary')
  expect(lines).toEqual(expect.arrayContaining(['a\uFFFD\uFFFDb', 'é', '␀␇']))
})

test('a progress bar shows its last state, the log has all of them; escapes do no harm', () => {
  const { lines, log, stdout } = noise('progress')
  expect(lines).toEqual(expect.arrayContaining(['100%', 'crlf', 'plain']))
  expect(log).toEqual(expect.arrayContaining(['0%', '50%', '100%', 'crlf', 'plain']))
  for (const control of ['\r', '\x1b', '\x07']) expect(stdout).not.toContain(control)
})

test('output of any size leaves the coordinator as small as it was, also without a newline', async () => {
  const quiet = await memoryOf('binary')
  expect((await memoryOf('flood')) - quiet).toBeLessThan(64 * 1024)
  expect((await memoryOf('unbroken')) - quiet).toBeLessThan(224 * 1024)
})

/**
 * The coordinator's peak in kilobytes while the item prints. V8's nursery is kept small: how much garbage
 * it lets gather there is not what is measured.
 */
async function memoryOf(name: string): Promise<number> {
  const project = new Project()
  const recorder = new URL('../rig/record-memory.mjs', import.meta.url).href
  // A small heap: garbage that V8 has not collected yet is no leak.
  const options = `--import=${recorder} --max-semi-space-size=1 --max-old-space-size=48`
  const run = project.start(['run', project.workflow('noise'), '--all', '--quiet'], {
    env: { NOISES: name, RECORD_MEMORY: project.root, NODE_OPTIONS: options },
  })
  expect((await run.finished).code).toBe(0)
  return Number(project.read(`memory-${run.pid}`))
}
