import { readFileSync } from 'node:fs'
import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import type { GateAnswer, StandingGate } from '../../model/gate.ts'
import { itemId, workflowName } from '../../model/ids.ts'
import { askInTerminal, CONFIRMATION, QUESTION } from './ask-in-terminal.ts'

const gate = (item: string): StandingGate => ({
  ...{ id: 1, workflow: workflowName('lld'), item: itemId(item), label: `LLD-${item}`, mock: true },
  ...{ inputHash: 'a', gate: 'draft', question: 'Good?', content: 'Text.', path: null, hash: 'h' },
  ...{ command: 'agentos lld 1', askedAt: 5, isTaken: false },
})

async function answersTo(lines: readonly string[], items: readonly string[]) {
  const [input, output] = [new PassThrough(), new PassThrough()]
  const answers: [string, GateAnswer][] = []
  const waiting = [...lines]
  // The next line is typed when the question is there.
  output.on('data', (text: Buffer) => {
    if (!/(uit|leave it\)|y\/N\]): $/.test(text.toString())) return
    const line = waiting.shift()
    if (line === undefined) input.end()
    else input.write(`${line}\n`)
  })
  const answer = async (gate: StandingGate, given: GateAnswer) => {
    answers.push([gate.label, given])
  }
  const given = await askInTerminal({ gates: items.map(gate), input, output, answer })
  return { given, answers }
}

test('y approves, r asks what to change, n goes to the next, q leaves the rest', async () => {
  const typed = ['y', 'r', 'Name the bound.', '', ' YES ', 'r', '', 'q']
  expect(await answersTo(typed, ['1', '2', '3', '4', '5', '6', '7'])).toEqual({
    given: 3,
    answers: [
      ['LLD-1', { answer: 'approve' }],
      ['LLD-2', { answer: 'revise', text: 'Name the bound.' }],
      ['LLD-4', { answer: 'approve' }],
    ],
  })
})

test('what is no key is a revision once it is confirmed; otherwise it is asked again', async () => {
  const typed = ['hm', '', 'clear; agentos gates', 'n', 'y', 'Name the bound.', 'y']
  expect(await answersTo(typed, ['1', '2'])).toEqual({
    given: 2,
    answers: [
      ['LLD-1', { answer: 'approve' }],
      ['LLD-2', { answer: 'revise', text: 'Name the bound.' }],
    ],
  })
})

test('the page about gates has the very words of the prompt', () => {
  const page = readFileSync(new URL('../../../docs/gates.md', import.meta.url), 'utf8')
  expect(page).toContain(QUESTION.trim())
  expect(page).toContain(CONFIRMATION.trim())
})

test('a person who goes away has answered no more', async () => {
  expect(await answersTo(['y'], ['1', '2', '3'])).toEqual({
    given: 1,
    answers: [['LLD-1', { answer: 'approve' }]],
  })
})

test('the content to decide on is shown as often as it is asked for, and harmless', async () => {
  const [input, output] = [new PassThrough(), new PassThrough()]
  const typed = ['s', 'show', 'y']
  let shown = ''
  output.on('data', (text: Buffer) => {
    shown += text
    if (text.toString().includes('[q]uit: ')) input.write(`${typed.shift()}\n`)
  })
  const gates = [{ ...gate('1'), content: 'The \x1b[2Jtext.' }]
  expect(await askInTerminal({ gates, input, output, answer: async () => {} })).toBe(1)
  expect(shown.split('The text.')).toHaveLength(3)
})
