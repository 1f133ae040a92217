import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fingerprintsOf, redactorOf } from './fingerprints.ts'
import { Redactor } from './redactor.ts'
import { Secret } from './secret.ts'

const VALUE = 'sk-Zq8/very+secret="1'
const secrets = [new Secret('gemini-2', VALUE), new Secret('github', 'ghp_0123456789abcdef')]
/** As a worker has it: from what has been sent. */
const redactor = new Redactor(JSON.parse(JSON.stringify(fingerprintsOf(secrets, 'salt'))))

const bytes = Buffer.from(VALUE)
const hex = bytes.toString('hex')
const SPELLED: readonly (readonly [string, string])[] = [
  ['as it is', VALUE],
  ['in JSON', JSON.stringify({ key: VALUE })],
  ['in JSON with escaped slashes', JSON.stringify(VALUE).replaceAll('/', '\\/')],
  ['in JSON in JSON', JSON.stringify(JSON.stringify(VALUE))],
  ['in an address', `https://h/?key=${encodeURIComponent(VALUE)}&x=1`],
  [
    'in an address, with small letters',
    encodeURIComponent(VALUE).replace(/%../g, (code) => code.toLowerCase()),
  ],
  ['in a form', new URLSearchParams({ key: VALUE }).toString()],
  ['in hexadecimal digits', hex],
  ['in capital hexadecimal digits', hex.toUpperCase()],
  ['in HTML', VALUE.replaceAll('"', '&quot;')],
  ...['', 'u', 'u:', 'user', 'user:'].flatMap((before): [string, string][] => {
    const whole = Buffer.from(`${before}${VALUE}:and more`)
    return [
      [`in base64 behind ${before.length} characters`, whole.toString('base64')],
      [`in base64url behind ${before.length} characters`, whole.toString('base64url')],
    ]
  }),
]

test.each(SPELLED)('a secret is found %s, also in the middle of a word', (_, spelled) => {
  const text = redactor.redact(`x${spelled}y`)
  expect(text).toMatch(/\[secret gemini-2\]/)
  for (const part of [VALUE.slice(4, 12), encodeURIComponent(VALUE).slice(0, 12), hex.slice(0, 12)])
    expect(text.toLowerCase()).not.toContain(part.toLowerCase())
})

test('wherever secrets stand in a text, all of them and nothing else is taken out', () => {
  const filler = fc.string({
    unit: fc.constantFrom('s', 'k', '-', 'Z', ' ', '\n', 'é', '🙂'),
    maxLength: 20,
  })
  const part = fc.record({ before: filler, secret: fc.constantFrom(...secrets) })
  fc.assert(
    fc.property(fc.array(part, { maxLength: 6 }), filler, (parts, rest) => {
      const text = (inner: (secret: Secret) => string) =>
        parts.map(({ before, secret }) => before + inner(secret)).join('') + rest
      expect(redactor.redact(text((secret) => secret.reveal()))).toBe(text(String))
    }),
  )
})

test('fingerprints tell no part of a secret, and another salt gives others', () => {
  const sent = JSON.stringify(redactor.fingerprints)
  for (let at = 0; at + 5 <= VALUE.length; at++) expect(sent).not.toContain(VALUE.slice(at, at + 5))
  const [first] = redactor.fingerprints.spellings
  expect(fingerprintsOf(secrets, 'other').spellings[0]?.digest).not.toBe(first?.digest)
})

test('one that begins with another is taken out whole, and two that overlap leave nothing of either', () => {
  const both = [
    new Secret('a', 'abcdefgh'),
    new Secret('b', 'abcdefghSECRETTAIL'),
    new Secret('c', 'TAIL-of-c'),
  ]
  expect(redactorOf(both).redact('<abcdefghSECRETTAIL> <abcdefgh> <abcdefghSECRETTAIL-of-c>')).toBe(
    '<[secret b]> <[secret a]> <[secret b]>',
  )
})

test('data of any depth is redacted, and its names', () => {
  const data = { list: [{ text: `bad key ${VALUE}!` }, 3, null], [VALUE]: true }
  expect(redactor.redactDeep(data)).toEqual({
    list: [{ text: 'bad key [secret gemini-2]!' }, 3, null],
    '[secret gemini-2]': true,
  })
})

test('secrets shorter than 8 characters are left alone, for they are found in usual words', () => {
  expect(redactorOf([new Secret('a', 'letmein')]).redact('letmein')).toBe('letmein')
})

test('a secret, and the mark of one, is found with its line', () => {
  expect(redactor.find(`one\ntwo\nkey = ghp_0123456789abcdef\n`)).toEqual({ id: 'github', line: 3 })
  expect(redactor.find('nothing')).toBeUndefined()
  expect(redactor.findMark('one\nkey = [secret github]\n')).toEqual({ id: 'github', line: 2 })
  expect(redactor.findMark('[secret of-somebody-else] [secret')).toBeUndefined()
})

test('of secrets with several lines each long one is known', () => {
  const line = 'MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7'
  const pem = `-----BEGIN PRIVATE KEY-----\n${line}\n-----END PRIVATE KEY-----`
  const redacted = redactorOf([new Secret('pem', pem)]).redact(
    `  ${line}\n-----BEGIN PRIVATE KEY-----`,
  )
  expect(redacted).toBe('  [secret pem]\n-----BEGIN PRIVATE KEY-----')
})
