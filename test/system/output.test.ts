import { expect, test } from 'vitest'
import { Project } from '../rig/project.ts'

test('a grandchild that prints 100,000 lines on both streams and exits loses none, in order', async () => {
  const { lines, log, code } = await noise('grandchild')
  expect(code).toBe(0)
  const expected = Array.from({ length: 100_000 }, (_, index) => `line ${index + 1}`)
  expect(lines.filter((line) => line.startsWith('line '))).toEqual(expected)
  expect(log.filter((line) => line.startsWith('line '))).toEqual(expected)
})

test('what a worker printed before it threw is there, also a last line without newline', async () => {
  const { lines, log, code, stdout } = await noise('thrower')
  expect(code).toBe(1)
  expect(lines.filter((line) => line.startsWith('line '))).toHaveLength(2000)
  expect(lines).toContain('last words without newline')
  expect(log).toContain('last words without newline')
  expect(stdout.indexOf('last words')).toBeLessThan(stdout.indexOf('FAILED'))
})

test.each([
  ['killed', 'its worker died 3 times (SIGKILL)'],
  ['exiting', 'its worker died 3 times (exit code 0)'],
])(
  'what a worker printed before it was %s is there, from each of its attempts',
  async (name, reason) => {
    const { lines, code, stdout } = await noise(name)
    expect(code).toBe(1)
    expect(lines.filter((line) => line.startsWith('line '))).toHaveLength(3 * 2000)
    expect(stdout).toContain(reason)
  },
)

test('a line of 5 MB arrives whole behind one prefix', async () => {
  const { lines, log } = await noise('long')
  expect(lines).toContain('é'.repeat(2_500_000))
  expect(log).toContain('é'.repeat(2_500_000))
  expect(lines).toContain('after the long line')
})

test('bytes that are no UTF-8 and control characters are shown, not obeyed', async () => {
  const { lines } = await noise('binary')
  expect(lines).toEqual(expect.arrayContaining(['a\uFFFD\uFFFDb', 'é', '␀␇']))
})

test('a progress bar shows its last state, the log has all of them; escapes do no harm', async () => {
  const { lines, log, stdout } = await noise('progress')
  expect(lines).toEqual(expect.arrayContaining(['100%', 'crlf', 'plain']))
  expect(log).toEqual(expect.arrayContaining(['0%', '50%', '100%', 'crlf', 'plain']))
  for (const control of ['\r', '\x1b', '\x07']) expect(stdout).not.toContain(control)
})

test('a hundred megabytes of output leave the coordinator as small as it was', async () => {
  const quiet = await memoryOf('binary')
  const flooded = await memoryOf('flood')
  expect(flooded - quiet).toBeLessThan(64 * 1024)
})

test('four hundred megabytes without a newline take no more than a few of their pieces', async () => {
  const quiet = await memoryOf('binary')
  const flooded = await memoryOf('unbroken')
  expect(flooded - quiet).toBeLessThan(224 * 1024)
})

async function noise(name: string) {
  const project = new Project()
  const workflow = project.workflow('noise')
  const { code, stdout } = await project.agentos(['run', workflow, '--all', '-v'], {
    env: { NOISES: name },
  })
  for (const line of stdout.trimEnd().split('\n')) {
    if (!/^\[(agentos|NOISE-[a-z]+)\] /.test(line))
      throw new Error(`No prefix: ${line.slice(0, 80)}`)
  }
  const prefix = `[NOISE-${name}] `
  const lines = stdout
    .split('\n')
    .filter((line) => line.startsWith(prefix))
    .map((line) => line.slice(prefix.length))
  const log = project.read(`${project.latestRun()}/NOISE-${name}.log`).split('\n')
  return { code, stdout, lines, log }
}

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
