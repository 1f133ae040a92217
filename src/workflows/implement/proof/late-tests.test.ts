import { expect, test } from 'vitest'
import type { Proof } from '../build.ts'
import { beforeWords, type LateTest, unproven, unprovenWords } from './late-tests.ts'
import { beforeCode, type TestRun } from './red.ts'
import { readTestOutput } from './test-output.ts'
import { readWritten, type WrittenTests } from './written-tests.ts'

const PATH = 'test/a.test.js'
const RED = 'not ok 1 - T010 (REQ-1): one\n# tests 1\n# pass 0\n# fail 1\n'
const ONE = "test('T010 (REQ-1): one', () => assert.equal(one(), 1))\n"
const TWO = "test('two', () => assert.equal(two(), 2))\n"
const STAYS = "test('T020: three', () => assert.equal(three(), 3))\n"
const scenarios = [scenario('T010', 'Auto', 1), scenario('T020', 'Stays', 2)]

function scenario(id: string, type: string, requirement: number) {
  const cells = { scenario: '', input: '', expected: '', criteria: '' }
  return { id, type, requirements: [requirement], ...cells }
}

async function written(text: string): Promise<WrittenTests> {
  return { [PATH]: await readWritten(PATH, text, undefined) }
}

function ran(output: string): TestRun {
  const counts = readTestOutput('node:test', output) ?? null
  return { command: 'node --test', exitCode: 1, timedOut: false, output, counts }
}

async function proofOf(now: string, late: readonly LateTest[]): Promise<Proof> {
  const [redTests, tests] = [await written(ONE), await written(now)]
  return { red: ran(RED), redTests, tests, late } as unknown as Proof
}

async function lateTest(text: string, before: LateTest['before']): Promise<LateTest> {
  const [fresh] = (await written(text))[PATH]?.fresh ?? []
  if (fresh === undefined) throw new Error('there is no test')
  return { path: PATH, name: fresh.name, digest: fresh.digest, before }
}

test('a run without the code shows what a late test is worth', async () => {
  const judged = { tests: await written(TWO + STAYS), named: ['src/a.js'], scenarios }
  const seen = ran('not ok 1 - two\nok 2 - T020: three\n# tests 2\n# pass 1\n# fail 1\n')
  expect(beforeCode(seen, judged, 'two')).toBe('fails')
  expect(beforeCode(seen, judged, 'T020: three')).toBe('stays')
  const passed = ran('ok 1 - two\n# tests 1\n# pass 1\n# fail 0\n')
  expect(beforeCode(passed, judged, 'two')).toBe('passes')
  expect(beforeCode(passed, judged, 'T020: three')).toBe('unknown')
  const missing = ran("Error: Cannot find module '../src/a.js'\n")
  expect(beforeCode(missing, judged, 'two')).toBe('cannot run')
  expect(beforeCode({ ...passed, timedOut: true }, judged, 'two')).toBe('unknown')
})

test('words count every new test once, as it is now', async () => {
  expect(beforeWords(await proofOf(ONE, []))).toBe('1 new test, 1 of them fail')
  const late = [await lateTest(TWO, 'fails'), await lateTest(STAYS, 'stays')]
  expect(beforeWords(await proofOf(ONE + TWO + STAYS, late))).toBe(
    '1 new test, 1 of them fail; of later rounds 2 new tests, 1 fail, 1 pass, for what they test stays',
  )
  const renamed = ONE.replace('T010 (REQ-1): one', 'one is one')
  expect(beforeWords(await proofOf(renamed, []))).toBe('1 new test, 1 of them fail')
  const changed = renamed.replace('one()', 'one(0)')
  expect(beforeWords(await proofOf(changed, [await lateTest(changed, 'fails')]))).toBe(
    'of later rounds 1 new test, 1 fail',
  )
})

test('late tests that pass without the code are named, until they are changed', async () => {
  const late = [await lateTest(TWO, 'passes')]
  const found = unproven(await proofOf(ONE + TWO, late))
  expect(found.map(unprovenWords)).toEqual([
    'The test "two" of a later round proves nothing of the code: it passes without the code, too',
  ])
  const better = TWO.replace('2)', '3)')
  expect(unproven(await proofOf(ONE + better, [...late, await lateTest(better, 'fails')]))).toEqual(
    [],
  )
})
