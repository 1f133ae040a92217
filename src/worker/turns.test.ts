import { expect, test } from 'vitest'
import { place, turnsOf } from './turns.ts'

const saved = (role: string, question: string, opens = false) => ({
  text: `answer to ${question}`,
  conversation: { role, question, opens },
})
const turn = (question: string) => ({ question, answer: `answer to ${question}` })

test('a role has the questions and answers of its own, in order', () => {
  const all = [saved('drafter', 'a', true), saved('reviewer', 'b', true), saved('drafter', 'c')]
  expect(turnsOf(all, 'drafter')).toEqual([turn('a'), turn('c')])
  expect(turnsOf(all, 'reviewer')).toEqual([turn('b')])
  expect(turnsOf(all, 'coder')).toEqual([])
})

test('a conversation that was begun anew has nothing of the one before', () => {
  const all = [saved('drafter', 'a', true), saved('drafter', 'b'), saved('drafter', 'c', true)]
  expect(turnsOf(all, 'drafter')).toEqual([turn('c')])
})

test('answers to single questions are part of none', () => {
  expect(turnsOf([{ text: 'x' }], 'drafter')).toEqual([])
})

const always = () => true
const drafter = { role: 'drafter', marker: '<!-- m -->' }

test('a question without an opening stands alone; refused, it follows its answer', () => {
  const asked = { ...drafter, text: 'Write.' }
  const others = [saved('drafter', 'a', true)]
  expect(place(asked, others, always)).toEqual({
    turns: [],
    question: '<!-- m -->\nWrite.',
  })
  const refused = { answer: 'No.', correction: 'Again.' }
  expect(place({ ...asked, refused }, others, always)).toEqual({
    turns: [{ question: '<!-- m -->\nWrite.', answer: 'No.' }],
    question: '<!-- m -->\nAgain.',
  })
})

test('the first question of a conversation comes behind its opening, later ones alone', () => {
  const asked = { ...drafter, opening: 'The repository.', text: 'Write.' }
  const question = '<!-- m -->\nThe repository.\n\nWrite.'
  const next = '<!-- m -->\nRevise.'
  expect(place(asked, [], always)).toEqual({
    turns: [],
    question,
    conversation: { role: 'drafter', question, opens: true },
  })
  expect(place({ ...asked, text: 'Revise.' }, [saved('drafter', question, true)], always)).toEqual({
    turns: [turn(question)],
    question: next,
    conversation: { role: 'drafter', question: next, opens: false },
  })
})

test('a conversation that no longer fits is begun anew, with what is wrong with the last answer', () => {
  const before = [saved('drafter', 'a', true), saved('drafter', 'b')]
  const refused = { answer: 'No.', correction: 'Again.' }
  const asked = { ...drafter, opening: 'The repository.', text: 'b', refused }
  expect(place(asked, before, always)).toMatchObject({
    question: '<!-- m -->\nAgain.',
    turns: { length: 2 },
  })
  expect(place(asked, before, () => false)).toMatchObject({
    turns: [],
    question: '<!-- m -->\nThe repository.\n\nb\n\nAgain.',
    conversation: { opens: true },
  })
})
