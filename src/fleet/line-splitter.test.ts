import fc from 'fast-check'
import { expect, test } from 'vitest'
import { redactorOf } from '../model/secrets/fingerprints.ts'
import { Secret } from '../model/secrets/secret.ts'
import { LineSplitter } from './line-splitter.ts'

const redactor = redactorOf([new Secret('key-1', 'sk-0123456789')])

test('however the bytes are cut, the same text comes out, in whole lines only', () => {
  const anyText = fc.string({
    unit: fc.constantFrom('a', 'é', '🙂', '\n', '\r', '語'),
    maxLength: 200,
  })
  fc.assert(
    fc.property(anyText, fc.integer({ min: 1, max: 7 }), (text, size) => {
      const splitter = new LineSplitter(redactor)
      const bytes = Buffer.from(text)
      const parts: string[] = []
      for (let at = 0; at < bytes.length; at += size)
        parts.push(splitter.push(bytes.subarray(at, at + size)))
      for (const part of parts) expect(part === '' || part.endsWith('\n')).toBe(true)
      const ended = text === '' || text.endsWith('\n') ? text : `${text}\n`
      expect(parts.join('') + splitter.flush()).toBe(ended)
    }),
  )
})

test('what is no UTF-8 becomes the replacement character', () => {
  expect(new LineSplitter(redactor).push(Buffer.from([0x61, 0xff, 0x62, 0x0a]))).toBe('a\uFFFDb\n')
})

test('an endless line is passed on in pieces, none of which tears a character', () => {
  const splitter = new LineSplitter(redactor)
  const chunk = Buffer.from(`x${'é'.repeat(512 * 1024)}`)
  let text = ''
  for (let count = 0; count < 20; count++) text += splitter.push(chunk)
  const pieces = (text + splitter.flush()).trimEnd().split('\n')
  expect(pieces.length).toBe(3)
  expect(pieces.join('')).toBe(chunk.toString().repeat(20))
})

test('a secret is taken out of a line, however its bytes come', () => {
  const bytes = Buffer.from('key: sk-0123456789!\n')
  const splitter = new LineSplitter(redactor)
  const text = [...bytes].map((byte) => splitter.push(Buffer.from([byte]))).join('')
  expect(text).toBe('key: [secret key-1]!\n')
})

test('a secret across the border of two pieces of an endless line is torn by neither', () => {
  const splitter = new LineSplitter(redactor)
  const piece = 8 * 1024 * 1024
  let text = splitter.push(Buffer.alloc(piece - 5, 'x'))
  text += splitter.push(Buffer.from(`sk-0123456789${'y'.repeat(100)}`))
  text += splitter.flush()
  expect(text.split('\n').map((line) => line.replace(/x+|y+$/g, ''))).toEqual([
    '',
    '[secret key-1]',
    '',
  ])
})
