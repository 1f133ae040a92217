import fc from 'fast-check'
import { expect, test } from 'vitest'
import { redactorOf } from './fingerprints.ts'
import { Redactor } from './redactor.ts'
import { Secret } from './secret.ts'

const VALUE = 'sk-Zq8/very+secret="1'
const secrets = [new Secret('gemini-2', VALUE), new Secret('github', 'ghp_0123456789abcdef')]
/** As a worker has it: from what has been sent. */
const redactor = new Redactor(JSON.parse(JSON.stringify(redactorOf(secrets, 'salt').fingerprints)))

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

const ODD = `Kq&Zs<w>'q"r+/=7\``
const oddRedactor = redactorOf([new Secret('odd', ODD)])
const entities = (table: Readonly<Record<string, string>>) => {
  const all = { '&': '&amp;', '<': '&lt;', '>': '&gt;', ...table } as Record<string, string>
  return ODD.replace(/[^A-Za-z0-9]/g, (letter) => all[letter] ?? letter)
}
const escapedInJson = (letters: RegExp, isUpper = false) =>
  JSON.stringify(ODD)
    .slice(1, -1)
    .replaceAll('\\"', '"')
    .replace(letters, (letter) => {
      const hex = letter.charCodeAt(0).toString(16).padStart(4, '0')
      return `\\u${isUpper ? hex.toUpperCase() : hex}`
    })
const octets = [...Buffer.from(ODD)].map((byte) => byte.toString(16).padStart(2, '0'))

test.each([
  ['in small letters', ODD.toLowerCase()],
  ['in capitals', ODD.toUpperCase()],
  ['in JSON as Go writes it', escapedInJson(/[&<>]/g).replaceAll('"', '\\"')],
  ['in JSON as PHP can write it', escapedInJson(/[&<>]/g, true).replaceAll('"', '\\"')],
  ['in JSON as .NET writes it', escapedInJson(/[&<>'"+`]/g, true)],
  ['in HTML with single quotes as numbers', entities({ '"': '&quot;', "'": '&#39;' })],
  ['in HTML with single quotes in hexadecimal', entities({ '"': '&quot;', "'": '&#x27;' })],
  ['in HTML with both quotes as numbers', entities({ '"': '&#34;', "'": '&#39;' })],
  ['in HTML of a Go template', entities({ '"': '&#34;', "'": '&#39;', '+': '&#43;' })],
  ['in XML', entities({ '"': '&quot;', "'": '&apos;' })],
  ['in single quotes of a shell', ODD.replaceAll("'", `'\\''`)],
  ['in single quotes of Python for a shell', ODD.replaceAll("'", `'"'"'`)],
  ['behind backslashes of a shell', ODD.replace(/[&<>'"`]/g, '\\$&')],
  ['with each character percent-encoded', octets.map((byte) => `%${byte}`).join('')],
  ['with each one so in capitals', octets.map((byte) => `%${byte.toUpperCase()}`).join('')],
  ['in octets between colons', octets.join(':')],
  ['in capital octets between colons', octets.join(':').toUpperCase()],
  ['with colours within', `Kq&\x1b[1;31m${ODD.slice(3, 6)}\x1b[0m${ODD.slice(6)}`],
  ['with a link of a terminal within', `Kq\x1b]8;;http://h\x07${ODD.slice(2)}`],
])('a secret is found %s', (_, spelled) => {
  expect(oddRedactor.redact(`x${spelled}y \x1b[1mz`)).toBe('x[secret odd]y \x1b[1mz')
})

test('a secret inside of a control sequence is found', () => {
  expect(oddRedactor.redact(`\x1b]0;${ODD}\x07 \x1b[1m${ODD}`)).toBe(
    '\x1b]0;[secret odd]\x07 \x1b[1m[secret odd]',
  )
})

test('keys that begin alike are told apart without hashing all of them', () => {
  const keys = Array.from(
    { length: 20 },
    (_, at) => new Secret(`${at}`, `sk-ant-api03-${at}-Zq8k${at}`),
  )
  const { spellings } = redactorOf(keys, 'salt').fingerprints
  const ends = new Set(spellings.map(({ end }) => end))
  expect(ends.size).toBeGreaterThan(spellings.length * 0.9)
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
  expect(redactorOf(secrets, 'other').fingerprints.spellings[0]?.digest).not.toBe(first?.digest)
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
