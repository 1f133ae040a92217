/** Shorter secrets would be found in the middle of usual words, so they are left alone. */
export const SHORTEST_SECRET = 8

/**
 * A secret as texts spell it: plain, and in the encodings that programs usually put it in. Base64 groups three
 * bytes, so a secret inside a longer text has three spellings there; each is cut to the characters that
 * do not depend on the neighbours.
 */
export function spellingsOf(value: string): string[] {
  const bytes = Buffer.from(value)
  const plain = value.toWellFormed()
  const hex = bytes.toString('hex')
  const base64 = [0, 1, 2].map((shift) => base64At(bytes, shift))
  const base64url = base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'))
  const all = [
    ...[plain, plain.toLowerCase(), plain.toUpperCase()],
    ...[...inJson(plain), ...inHtml(plain), ...inShell(plain)],
    ...[hex, hex.replace(/..(?!$)/g, '$&:'), hex.replace(/../g, '%$&')].flatMap((text) => [
      text,
      text.toUpperCase(),
    ]),
    ...[...base64, ...base64url],
    ...[plain, ...base64].flatMap(inAddress),
    // Keys of several lines: each that is long enough to be nothing else.
    ...plain.split('\n').filter((line) => LONG_LINE.test(line.trim())),
  ].map((text) => text.trim())
  return [...new Set(all)].filter((text) => text.length >= SHORTEST_SECRET)
}

const LONG_LINE = /^[^\s-][^\s]{31,}$/

function base64At(bytes: Buffer, shift: number): string {
  const text = Buffer.concat([Buffer.alloc(shift), bytes]).toString('base64')
  return text.slice(Math.ceil((shift * 8) / 6), Math.floor(((shift + bytes.length) * 8) / 6))
}

/**
 * Also with the slashes that some escape, in plain ASCII, safe within HTML (as Go, PHP and .NET write it), and as JSON
 * within JSON.
 */
function inJson(text: string): string[] {
  const once = JSON.stringify(text).slice(1, -1)
  return [
    ...[once, escaped(once, /[^ -~]/g), once.replaceAll('/', '\\/')],
    ...[escaped(once, /[&<>]/g), escaped(once, /[&<>]/g).replace(CODE, capitals)],
    escaped(once, /[&<>'+`]|\\"/g).replace(CODE, capitals),
    JSON.stringify(once).slice(1, -1),
  ]
}

const CODE = /(?<=\\u)[\da-f]{4}/g

function capitals(code: string): string {
  return code.toUpperCase()
}

/** The last character of a match, by its number. */
function escaped(text: string, letters: RegExp): string {
  return text.replace(letters, (found) => {
    const code = found.charCodeAt(found.length - 1)
    return `\\u${code.toString(16).padStart(4, '0')}`
  })
}

/** How libraries write what need not be written in another way. */
const ENTITIES: readonly Readonly<Record<string, string>>[] = [
  {},
  { '"': '&quot;' },
  { '"': '&quot;', "'": '&#39;' },
  { '"': '&quot;', "'": '&#039;' },
  { '"': '&quot;', "'": '&#x27;' },
  { '"': '&quot;', "'": '&apos;' },
  { '"': '&#34;', "'": '&#39;' },
  { '"': '&#34;', "'": '&#39;', '+': '&#43;' },
  { '"': '&quot;', "'": '&#39;', '/': '&#x2F;', '`': '&#x60;', '=': '&#x3D;' },
]

function inHtml(text: string): string[] {
  return ENTITIES.map((more) => {
    const entities: Readonly<Record<string, string>> = {
      ...{ '&': '&amp;', '<': '&lt;', '>': '&gt;' },
      ...more,
    }
    return text.replace(/[&<>"'+/`=]/g, (letter) => entities[letter] ?? letter)
  })
}

/** Within single quotes, and behind backslashes. */
function inShell(text: string): string[] {
  const quoted = [`'\\''`, `'"'"'`].map((quote) => text.replaceAll("'", quote))
  return [...quoted, text.replace(/[^\w@%+=:,./-]/g, '\\$&')]
}

/** Percent signs may be followed by capitals or not; some encoders leave more characters alone than others. */
function inAddress(text: string): string[] {
  const whole = encodeURIComponent(text)
  const form = new URLSearchParams({ '': text }).toString().slice(1)
  const encoded = [whole, form, encodeURI(text), whole.replaceAll('%2F', '/')]
  const small = encoded.map((one) => one.replace(/%../g, (code) => code.toLowerCase()))
  return [...encoded, ...small]
}
