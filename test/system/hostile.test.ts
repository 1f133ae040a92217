import { statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Project } from '../rig/project.ts'

const KILOBYTE = 1024
const LOG = ['--set', 'limits.log=256kb']

test('a program that prints without end is killed at its limit; its log is bounded, the others unharmed', async () => {
  const { project, code, stdout } = await hostile('endless,fine', [
    ...LOG,
    ...['--set', 'limits.itemTimeout=6s', '--quiet'],
  ])
  expect(code).toBe(1)
  // On a busy machine it may get so far ahead that it is killed for that.
  expect(stdout).toMatch(/\[H-endless\] {3}What: (took longer than 6s|printed faster than)/)
  expect(stdout).toContain('1 done, 1 failed')
  const lines = project.read(`${project.latestRun()}/H-endless.log`).trimEnd().split('\n')
  const printed = lines.filter((line) => !line.startsWith('» ')).slice(0, -1) // killed in the last
  expect(new Set(printed)).toEqual(new Set(['a line of a program that never stops printing']))
  expect(logSize(project, 'endless')).toBeLessThan(260 * KILOBYTE)
})

test('a log beyond its limit has the first and the last lines, and says how much is missing', async () => {
  const { project, code } = await hostile('numbers', [...LOG, '--quiet'])
  expect(code).toBe(0)
  const lines = project.read(`${project.latestRun()}/H-numbers.log`).split('\n')
  const numbers = lines.filter((line) => /^\d+$/.test(line)).map(Number)
  expect([numbers[0], numbers.at(-1)]).toEqual([1, 500_000])
  const gaps = numbers.filter((number, index) => number !== (numbers[index - 1] ?? 0) + 1)
  expect(gaps).toHaveLength(1)
  expect(lines.filter((line) => /^» \d MB left out here$/.test(line))).toHaveLength(1)
  expect(logSize(project, 'numbers')).toBeLessThan(260 * KILOBYTE)
  expect(project.list(project.latestRun()).filter((name) => name.includes('tail'))).toEqual([])
})

test('output without any newline, and output that is no text, arrive behind a prefix', async () => {
  const { project, code, stdout } = await hostile('unbroken,random', [...LOG, '-v'])
  expect(code).toBe(0)
  const lines = stdout.trimEnd().split('\n')
  expect(lines.filter((line) => !/^\[(agentos|H-[a-z]+)\] /.test(line))).toEqual([])
  const unbroken = lines.filter((line) => /^\[H-unbroken\] [a-o]{999}/.test(line))
  const length = unbroken.reduce((sum, line) => sum + line.length - '[H-unbroken] '.length, 0)
  expect(length).toBe(40_000_000)
  expect(project.processes()).toEqual([])
})

test('a program that forked itself away and closed everything is gone with its item', async () => {
  const { project, code, stdout } = await hostile('double-fork,fine', ['-v'])
  expect(code).toBe(0)
  expect(stdout).toContain('[H-double-fork] gone')
  expect(project.processes()).toEqual([])
})

test.each(['closes-its-output', 'closes-our-output', 'takes-our-output'])(
  'an item that %s is done all the same',
  async (item) => {
    const { project, code, stdout } = await hostile(`${item},fine`)
    expect({ code, stdout }).toMatchObject({ code: 0 })
    expect(project.events().filter(({ type }) => type === 'step-saved')).toHaveLength(4)
  },
)

async function hostile(items: string, flags: readonly string[] = []) {
  const project = new Project()
  const args = ['run', project.workflow('hostile'), '--all', ...flags]
  const { code, stdout } = await project.agentos(args, { env: { ONLY: items } })
  return { project, code, stdout }
}

function logSize(project: Project, item: string): number {
  return statSync(join(project.root, project.latestRun(), `H-${item}.log`)).size
}
